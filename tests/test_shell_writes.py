"""What shell commands may write, by their words: names where they tell them, and never one for a command that reads."""

from __future__ import annotations

import pytest

from inspector.diagnosis.shell_writes import COMMAND, NAMES, shell_writes

HEREDOC = "cat > notes.md <<'EOF'\nrm -rf src > q.txt\nsed -i s/a/b/ x.py\nEOF\n"
PYTHON = "python3 - <<'PY'\nfrom pathlib import Path\np = Path('潮汐/表.csv')\np.write_text(p.read_text().replace('1', '2'))\nPY"

# Command, and the files it may write; a name with - before it is taken away, one with / behind it is a folder.
NAMED = {
    "redirected": ("echo 1 > a.txt", "a.txt"),
    "appended": ("printf '%s' x >> log/run.txt 2>&1", "log/run.txt"),
    "both streams": ("make &> build.log", "build.log"),
    "quoted": ('echo x > "out put.txt"', "out put.txt"),
    "中文名": ("echo 'RAL 5013' > '颜色.txt'", "颜色.txt"),
    "overwritten": ("sort a >| b.txt", "b.txt"),
    "without a blank": ("echo x>a.txt", "a.txt"),
    "errors": ("cargo build 2> errors.txt", "errors.txt"),
    "here-document": (HEREDOC, "notes.md"),
    "behind it": (f"{HEREDOC}touch b.txt", "notes.md b.txt"),
    "name before it": ("cat <<EOF > a.ini\nx > y\nEOF", "a.ini"),
    "tee": ("date | sudo tee -a /etc/motd log.txt >/dev/null", "/etc/motd log.txt"),
    "sed": ("sed -i 's/a > b/c/' x.py y.py", "x.py y.py"),
    "sed of macOS": ("sed -i '' 's/a/b/' x.py", "x.py"),
    "sed with -e": ("sed -i.bak -e 's/a/b/' -e 's/c/d/' x.py", "x.py"),
    "sed over lines": ("sed -i \\\n -e 's/a/b/' \\\n x.py", "x.py"),
    "perl": ("perl -pi -e 's/a/b/' x.txt", "x.txt"),
    "cp": ("cp -r a.txt b.txt", "b.txt"),
    "cp into": ("cp a.txt sub/b.txt out/", "out/a.txt out/b.txt"),
    "cp here": ("cp old/stalls.csv .", "stalls.csv"),
    "cp to": ("cp -t out a.txt", "out/a.txt"),
    "mv": ("mv a.txt b.txt", "-a.txt b.txt"),
    "mv of several": ("mv a.ts b.ts lib/", "-a.ts -b.ts lib/a.ts lib/b.ts"),
    "rm": ("rm -rf dist a.txt", "-dist -a.txt"),
    "touch": ("touch -d yesterday a.txt", "a.txt"),
    "mkdir": ("mkdir -p src/api && cd src/api && echo x > a.ts", "src/api/ src/api/a.ts"),
    "braces": ("mkdir -p src/{a,b}", "src/a/ src/b/"),
    "in a folder": ("cd packages/tui && echo x > ../a.txt", "packages/a.txt"),
    "cd for a while": ("(cd sub && make > log.txt); echo x > a.txt", "sub/log.txt a.txt"),
    "variable": ('F=src/a.py; echo x > "$F"', "src/a.py"),
    "loop": ("for f in a.py b.py; do sed -i 's/x/y/' $f; done", "a.py b.py"),
    "bash -c": ("bash -c 'echo 1 > a.txt'", "a.txt"),
    "bash <<": ("bash -s <<'E'\ncd sub\necho 1 > a.txt\nE", "sub/a.txt"),
    "loop as a whole": ("while read l; do echo $l; done < in.txt > out.txt", "out.txt"),
    "dd": ("dd if=/dev/zero of=disk.img count=1", "disk.img"),
    "curl": ("curl -sSLo tool.tgz https://example.org/t", "tool.tgz"),
    "compiler": ("gcc -O2 -o plan plan.c", "plan"),
    "sqlite": ("sqlite3 shop.db 'UPDATE stalls SET fee = 60'", "shop.db"),
    "find": ("find . -name x -exec cp a.txt b.txt \\;", "b.txt"),
    "formatter": ("npx prettier --write src/a.ts", "src/a.ts"),
    "git checkout": ("git checkout stalls.csv 2>/dev/null", "stalls.csv"),
    "git checkout --": ("git checkout HEAD~1 -- Makefile", "Makefile"),
    "git restore": ("git -C sub restore a.py", "sub/a.py"),
    "git mv": ("git mv a.py b.py && git rm -q c.py", "-a.py b.py -c.py"),
    "git show": ("git show HEAD:a.py > old.py", "old.py"),
    "git clone": ("git clone https://example.org/x/kiln.git", "kiln/"),
    "python": ("python - <<'E'\nopen('a.py', 'w').write('x')\nE", "a.py"),
    "python -c": ("python -c \"open('a.txt', mode='a').write('x')\"", "a.txt"),
    "一个变量": (PYTHON, "潮汐/表.csv"),
    "node": ("node -e \"require('fs').writeFileSync('a.json', '{}')\"", "a.json"),
    "written and run": (
        "cat > /tmp/fix.py <<E\nopen('a.ts', 'w').write('')\nE\npython3 /tmp/fix.py",
        "/tmp/fix.py a.ts",
    ),
    "last deed": ("echo x > a.txt; rm a.txt", "-a.txt"),
    "Set-Content": (
        "powershell -Command \"Set-Content -Path C:\\kiln\\a.txt -Value 'x > y'\"",
        "C:\\kiln\\a.txt",
    ),
    "cmd": ('cmd /c "del old.txt"', "-old.txt"),
}
POWERSHELL = {
    "set": ("Set-Content .\\a.txt 'one' -Encoding utf8", ".\\a.txt"),
    "out-file": ("Get-Date | Out-File -Append -FilePath log.txt", "log.txt"),
    "redirected": ("Get-ChildItem > files.txt 2> $null", "files.txt"),
    "copy": ("Copy-Item a.txt -Destination D:\\out\\a.txt -Force", "D:\\out\\a.txt"),
    "move": ("Move-Item -Path a.txt -Destination b.txt", "-a.txt b.txt"),
    "remove": ("Remove-Item -Recurse -Force dist, old.txt", "-dist -old.txt"),
    "new": ("New-Item -ItemType Directory -Path src\\api; New-Item 笔记.md", "src\\api/ 笔记.md"),
    "dotnet": ("[System.IO.File]::WriteAllText('a.json', '{}')", "a.json"),
}
# Commands that write, and do not name it.
UNTOLD = (
    "git stash pop",
    "git stash",
    "git checkout main",
    "git checkout -- .",
    "cd /work/pots && git checkout -- .",
    "git pull --rebase",
    "git reset --hard HEAD~1",
    "git apply fix.patch",
    "patch -p1 < fix.patch",
    "rm *.log",
    'echo x > "$OUT/a.txt"',
    "cd $DIR && echo x > a.txt",
    "find . -name '*.pyc' -delete",
    "grep -rl 旧名 src | xargs sed -i 's/旧名/新名/g'",
    "ls | xargs -I{} mv {} old/",
    "tar xzf a.tgz",
    "npm install left-pad",
    "cargo fmt",
    "black .",
    "wget https://example.org/x || curl -O https://example.org/x",
    "python - <<'E'\nimport sys\nopen(sys.argv[1], 'w').write('x')\nE",
    "for f in *.py; do mv $f old/; done",
)
# Commands that write no file that stays.
READS = (
    "cat a.txt > /dev/null",
    "ls 2>&1",
    "ls missing 2>/dev/null || echo none",
    "make &>/dev/null",
    "grep '>' a.txt",
    'grep -n "a > b" a.txt | head',
    "echo 'x > y.txt'",
    "awk '$1 > 5 { print $2 }' a.txt",
    "[[ 3 > 2 ]] && echo yes",
    "echo $((3 > 2)) x",
    "# echo x > a.txt\nls",
    "sed -n '1,5p' a.txt",
    "sed 's/-i/x/' a.txt",
    "git status && git diff && git log -3",
    "git commit -m 'write > a.txt'",
    "git commit -m \"$(cat <<'EOF'\nmove a > b\nEOF\n)\"",
    "git checkout -b try",
    "git stash list",
    "git apply --check fix.patch",
    "git rm --cached a.txt",
    "git reset HEAD a.txt",
    "find . -name a.txt -type f",
    "tar tzf a.tgz",
    "unzip -l a.zip",
    "black --check .",
    "prettier a.ts",
    "rsync -n a.txt b.txt",
    "curl -s https://example.org/x",
    "wget -qO- https://example.org/x",
    "npm ci && npm test",
    "python -c \"print(open('a.txt').read())\"",
    "python - <<'E'\nimport sys\nsys.stdout.write(open('a.txt').read())\nE",
    "node -e \"process.stdout.write('x')\"",
    "sqlite3 shop.db 'SELECT * FROM stalls'",
    "cat <<'EOF'\nrm a.txt\necho x > b.txt\nEOF",
    "ssh host 'echo x > a.txt'",
    "docker exec box sh -c 'echo x > a.txt'",
    "scp a.txt host:/srv/",
    "command -v rm",
    "curl -so /dev/null -w '%{http_code}' https://example.org",
    "ssh host <<'E'\nrm a.txt\nE",
    "ls > >(cat)",
    "git log --oneline >/dev/null 2>&1 && echo ok >&2",
    "diff <(sort a.txt) <(sort b.txt)",
    "wc -l < a.txt",
    "powershell -Command \"Get-Content a.txt | Select-String 'x > y'\"",
    "echo 写 > /dev/stderr",
    "",
)


def listed(command: str, windows: bool = False) -> list[str]:
    marks = {"write": ("", ""), "remove": ("-", ""), "folder": ("", "/")}
    return [
        marks[how][0] + name + marks[how][1] for name, how in shell_writes(command, windows).files.items()
    ]


@pytest.mark.parametrize("case", sorted(NAMED))
def test_files_that_a_command_names(case: str) -> None:
    command, wanted = NAMED[case]
    assert listed(command) == (["out put.txt"] if case == "quoted" else wanted.split(" "))
    assert not shell_writes(command).untold


@pytest.mark.parametrize("case", sorted(POWERSHELL))
def test_files_that_a_command_of_powershell_names(case: str) -> None:
    command, wanted = POWERSHELL[case]
    assert listed(command, windows=True) == wanted.split(" ")


@pytest.mark.parametrize("command", UNTOLD)
def test_a_command_that_writes_without_a_name(command: str) -> None:
    found = shell_writes(command)
    assert found.untold and not found.files


@pytest.mark.parametrize("command", READS)
def test_a_command_that_only_reads_writes_nothing(command: str) -> None:
    assert not shell_writes(command), shell_writes(command)


@pytest.mark.parametrize(
    "command",
    (
        "find -exec " * 4_000,
        "(" * 20_000,
        "'" * 9_999,
        '"' + "\\" * 20_000,
        "<<a\n" * 5_000,
        "{,".join("a" for _ in range(5_000)) + " > x",
        "touch " + " ".join(f"f{n}" for n in range(4_000)),
        "a=b;" * 3_000 + "rm $a$a$a",
        "x[`" * 5_000 + "> y",
        "python -c '" + "open(" * 5_000 + "'",
        "\0001\0 << \0009\0 > \0",
        "npx " * 5_000,
        "cp " + "-t " * 5_000,
    ),
)
def test_hostile_commands_end_soon(command: str) -> None:
    found = shell_writes(command)
    assert len(found.files) <= NAMES and all(len(name) <= COMMAND for name in found.files)
