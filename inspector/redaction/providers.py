"""Keys that tell who made them by how they begin. The table is ours, from the issuers' own documentation."""

from __future__ import annotations

from inspector.redaction.rule import Check, Rule, key_tail, random_text

# Before a key whose beginning is short: no letter or digit, unless it ends a colour sequence of a terminal.
_EDGE = r"(?:^|[^0-9A-Za-z]|\x1b\[[0-9;]*m)"
_W = "[0-9A-Za-z_-]"
_A = "[0-9A-Za-z]"
_X = "[0-9a-f]"


def _plain(name: str, begin: str, rest: str, check: Check | None = None) -> Rule:
    """A key with a beginning that nothing else has."""
    return Rule(name, begin + _first(rest), begin + rest, check)


def _edged(name: str, begin: str, rest: str, check: Check | None = None) -> Rule:
    """A key with a beginning that occurs inside words and in base64 too."""
    return Rule(name, begin + _first(rest), f"{_EDGE}({begin}{rest})", check)


def _first(rest: str) -> str:
    """The first character class of ``rest``, so that a trigger asks for a little more than the beginning."""
    return rest[: rest.index("]") + 1] if rest.startswith("[") else ""


def _mixed(text: str) -> bool:
    """Random text in upper and lower case: no digest, no word."""
    return random_text(text) and any(c.isupper() for c in text) and any(c.islower() for c in text)


MODEL_KEYS: tuple[Rule, ...] = (
    _plain("anthropic-key", "sk-ant-", f"{_W}{{8,}}"),
    _plain("openrouter-key", "sk-or-", f"{_W}{{16,}}"),
    _plain("openai-key", "sk-(?:proj|svcacct|admin|None)-", f"{_W}{{16,}}"),
    Rule("openai-key", "T3BlbkFJ", f"{_EDGE}(sk-{_W}*T3BlbkFJ{_W}*)"),
    _plain("langfuse-key", "sk-lf-", f"{_W}{{16,}}"),
    _plain("stripe-key", "[rs]k_(?:live|test|prod)_", f"{_A}{{10,}}"),
    _plain("stripe-webhook", "whsec_", "[0-9A-Za-z+/=]{16,}"),
    _edged("groq-key", "gsk_", f"{_A}{{20,}}"),
    _edged("xai-key", "xai-", f"{_W}{{20,}}", key_tail),
    _edged("cerebras-key", "csk-", f"{_A}{{20,}}", key_tail),
    _edged("perplexity-key", "pplx-", f"{_W}{{20,}}", key_tail),
    _edged("replicate-key", "r8_", f"{_A}{{20,}}"),
    _edged("fireworks-key", "fw_", f"{_A}{{20,}}", key_tail),
    _edged("nvidia-key", "nvapi-", f"{_W}{{20,}}"),
    _edged("huggingface-token", "hf_", f"{_A}{{20,}}"),
    _plain("huggingface-token", "api_org_", f"{_A}{{20,}}"),
    _edged("tavily-key", "tvly-", f"{_W}{{16,}}", key_tail),
    _edged("firecrawl-key", "fc-", f"{_X}{{32}}"),
    _plain("langsmith-key", "lsv2_[ps][tk]_", f"{_W}{{16,}}"),
    _edged("google-key", "AIza", f"{_W}{{30,}}"),
    _plain("google-key", "AIza", f"{_W}{{35}}", key_tail),
    _plain("google-secret", "GOCSPX-", f"{_W}{{16,}}"),
    _edged("google-token", r"ya29\.", f"{_W}{{20,}}"),
    _edged("google-token", "1//0", f"{_W}{{30,}}"),
    Rule(
        "zhipu-key", rf"{_X}{{8}}\.[0-9A-Za-z]{{16}}", rf"{_EDGE}({_X}{{32}}\.{_A}{{16}})(?:[^0-9A-Za-z]|$)"
    ),
    # Many services copied the form; longer than a style class, with a digit.
    _edged("sk-key", "sk-", f"{_W}{{16,}}", key_tail),
    _plain("sk-key", "sk-", f"{_A}{{48}}", key_tail),
)

CLOUD_KEYS: tuple[Rule, ...] = (
    _edged("aws-key-id", "(?:AKIA|ASIA|ABIA|ACCA)", "[0-9A-Z]{16}"),
    _plain("aws-key-id", "(?:AKIA|ASIA)", "[0-9A-Z]{16}"),  # long enough to be told inside a word
    Rule(
        "aws-secret",
        "(?:AKIA|ASIA)[0-9A-Z]",
        r"(?:AKIA|ASIA)[0-9A-Z]{16}[\s\"',:;|=\\]{1,8}(?:[A-Za-z_ ]{0,32}[\s\"',:;|=\\]{1,8})?"
        r"([0-9A-Za-z/+]{40})(?:[^0-9A-Za-z/+]|$)",
        _mixed,
    ),
    _edged("alibaba-key-id", "LTAI", f"{_A}{{12,}}", key_tail),
    _edged("tencent-key-id", "AKID", f"{_A}{{28,}}", key_tail),
    _plain("baidu-key", "bce-v3/ALTAK-", "[0-9A-Za-z/-]{16,}"),
    Rule("azure-key", "(?i)AccountKey=", r"(?i)AccountKey=([0-9A-Za-z+/=%]{16,})"),
    Rule("azure-key", "(?i)SharedAccessKey=", r"(?i)SharedAccessKey=([0-9A-Za-z+/=%]{16,})"),
    Rule("azure-signature", "(?i)[?&;]sig=", r"(?i)[?&;]sig=([0-9A-Za-z+/=%_-]{16,})"),
    Rule("azure-secret", "8Q~", r"([0-9A-Za-z_~.-]{3}8Q~[0-9A-Za-z_~.-]{30,})"),
    _edged("digitalocean-token", "do[opr]_v1_", f"{_A}{{32,}}"),
    _edged("supabase-key", "sb[p]_", f"{_A}{{20,}}", key_tail),
    _edged("supabase-key", "sb_(?:secret|publishable)_", f"{_W}{{16,}}"),
    _edged("vercel-token", "(?:vercel_blob_rw_|vc[pkiars]_)", f"{_W}{{16,}}", key_tail),
    _edged("cloudflare-token", "v1\\.0-", f"{_X}{{20,}}-{_X}{{100,}}"),
    _edged("cloudflare-token", "cf(?:ut|at|k)_", f"{_W}{{20,}}", key_tail),
    Rule(
        "cloudflare-token",
        r"(?i)(?:cloudflare|vercel)[a-z_ -]*(?:token|key)",
        rf"(?i)(?:cloudflare|vercel)[a-z_ -]{{0,24}}(?:token|key)[^0-9A-Za-z\n]{{1,6}}"
        rf"(?:is )?({_W}{{24,40}})(?:[^0-9A-Za-z_-]|$)",
        random_text,
    ),
    _edged("vault-token", "hv[sbr]\\.", f"{_W}{{20,}}"),
    Rule("terraform-token", r"\.atlasv1\.", rf"({_A}{{14}}\.atlasv1\.[0-9A-Za-z_=-]{{40,}})"),
    _edged("pulumi-token", "pul-", f"{_X}{{40}}"),
    Rule("fly-token", "(?:FlyV1 |fm[12][ar]?_)", r"((?:FlyV1 )?fm[12][ar]?_[0-9A-Za-z+/=_,-]{30,})"),
    _edged("netlify-token", "nfp_", f"{_A}{{30,}}"),
    _edged("render-key", "rnd_", f"{_A}{{20,}}", key_tail),
    _plain("planetscale-token", "pscale_(?:tkn|pw|oauth)_", "[0-9A-Za-z_.=-]{20,}"),
    _plain("heroku-key", "HRKU-", f"{_W}{{30,}}"),
    _edged("databricks-token", "dapi", f"{_X}{{32}}"),
    _edged("doppler-token", r"dp\.(?:pt|st|ct|sa|scim|audit)\.", "[0-9A-Za-z_.-]{30,}"),
)

CODE_KEYS: tuple[Rule, ...] = (
    _edged("github-token", "gh[pousr]_", "[0-9A-Za-z_.-]{30,}"),
    _plain("github-token", "gh[pousr]_", f"{_A}{{36}}"),
    _plain("github-token", "github_pat_", "[0-9A-Za-z_]{20,}"),
    _edged("gitlab-token", "gl(?:pat|dt|rt|ptt|cbt|soat|oas|agent|ft|imt|ffct)-", "[0-9A-Za-z_.-]{16,}"),
    _edged("npm-token", "npm_", f"{_A}{{30,}}"),
    _edged("pypi-token", "pypi-", f"{_W}{{40,}}", key_tail),
    _plain("rubygems-key", "rubygems_", f"{_X}{{40,}}"),
    _edged("crates-token", "cio", f"{_A}{{32}}", key_tail),
    _plain("docker-token", "dckr_(?:pat|oat)_", f"{_W}{{20,}}"),
    _plain("sourcegraph-token", "sgp_", "[0-9a-f_]{40,}"),
    _plain("sentry-token", "sntr(?:ys|yu)_", "[0-9A-Za-z_+/=-]{40,}"),
    _plain("postman-key", "PMAK-", f"{_W}{{30,}}"),
    _plain("grafana-token", "glsa_", f"{_W}{{30,}}"),
    _edged("grafana-token", "glc_eyJ", "[0-9A-Za-z+/=_-]{30,}"),
    _plain("newrelic-key", "NRAK-", f"{_A}{{20,}}"),
    _plain("atlassian-token", "AT[AC]TT3", "[0-9A-Za-z_=-]{20,}"),
    _plain("linear-key", "lin_(?:api|oauth)_", f"{_A}{{20,}}"),
    _edged("notion-token", "ntn_", f"{_A}{{30,}}"),
    _edged("notion-token", "secret_", f"{_A}{{40,}}", key_tail),
    _plain("figma-token", "fig[dour]_", f"{_W}{{20,}}", key_tail),
    _edged("onepassword-token", "ops_eyJ", "[0-9A-Za-z+/=_-]{40,}"),
    Rule("airtable-token", r"pat[0-9A-Za-z]{14}\.[0-9a-f]", rf"{_EDGE}(pat{_A}{{14}}\.{_X}{{60,}})"),
    Rule("age-key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[0-9A-Z]{40,}"),
)

SERVICE_KEYS: tuple[Rule, ...] = (
    _plain("slack-token", "xox[abceoprs]-", "[0-9A-Za-z.-]{10,}"),
    _plain("slack-token", "xapp-", "[0-9A-Za-z-]{20,}", key_tail),
    Rule(
        "slack-webhook",
        r"hooks\.slack\.com(?:/|\\|%2[Ff])",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([0-9A-Za-z_/+-]{16,})",
    ),
    Rule(
        "discord-webhook",
        r"discord(?:app)?\.com(?:/|\\|%2[Ff])api",
        r"discord(?:app)?\.com/api(?:/v[0-9]+)?/webhooks/([0-9]+/[0-9A-Za-z_-]{20,})",
    ),
    Rule(
        "teams-webhook",
        r"webhook\.office\.com",
        r"webhook\.office\.com/(?:webhookb2/)?([0-9A-Za-z@/_.-]{40,})",
    ),
    Rule(
        "teams-webhook",
        r"outlook\.office(?:365)?\.com/webhook/",
        r"outlook\.office(?:365)?\.com/webhook/([0-9A-Za-z@/_.-]{12,})",
    ),
    Rule(
        "discord-token",
        r"\.[A-Z][0-9A-Za-z_-]{5}\.[0-9A-Za-z_-]{6}",
        rf"{_EDGE}([MNO][0-9A-Za-z_-]{{23,27}}\.[A-Z][0-9A-Za-z_-]{{5}}\.[0-9A-Za-z_-]{{27,}})",
    ),
    Rule("telegram-token", ":A[0-9A-Za-z_-]{30}", r"(?:^|[^0-9])([0-9]{8,10}:A[0-9A-Za-z_-]{34})"),
    _edged("twilio-key", "(?:SK|AC)", f"{_X}{{32}}"),
    Rule("sendgrid-key", r"SG\.[0-9A-Za-z_-]", rf"{_EDGE}(SG\.{_W}{{16,}}\.{_W}{{16,}})"),
    _edged("mailgun-key", "key-", f"{_X}{{32}}"),
    Rule("mailchimp-key", "[0-9a-f]{8}-us[0-9]", rf"{_EDGE}({_X}{{32}}-us[0-9]{{1,2}})"),
    _edged("brevo-key", "xkeysib-", f"{_W}{{40,}}"),
    _plain("shopify-token", "shp(?:at|ca|pa|ss)_", f"{_A}{{24,}}"),
    _plain("square-token", "sq0(?:atp|csp|idp)-", f"{_W}{{20,}}"),
    _edged("facebook-token", "EAA[A-Z]", f"{_A}{{60,}}", key_tail),
    _edged("dropbox-token", r"sl\.[Bu]", f"{_W}{{60,}}"),
    _edged("artifactory-key", "AKCp", f"{_A}{{40,}}"),
)
