/**
 * Shapes for the type check of static/js (`make lint`). No page loads this file.
 *
 * What a session file holds is `Json`: it may have any shape, and has to be narrowed before it is used. What the source
 * of a page computes (index, context views, records of usage) has the shapes below, from the server as from the page.
 */

// --- what a file holds ---

/** A decoded value; undefined where a property is missing. */
type Json = undefined | null | boolean | number | string | Json[] | JsonRecord;

interface JsonRecord {
  [name: string]: Json;
}

/** Names and positions that lead to a value inside an entry. */
type Path = (string | number)[];

/** Where a value was cut: a text (`chars` is its whole length), or a container that was left out. */
interface Cut {
  path: Path;
  chars?: number;
  tooDeep?: boolean;
  tooLarge?: boolean;
}

/** One entry as a source delivers it. */
interface Item {
  row: number;
  entry: Json;
  cuts: Cut[];
  line?: number;
  bytes?: number;
  missing?: string;
}

/** An entry that is an object. */
interface RecordItem extends Item {
  entry: JsonRecord;
}

/** An image block inside an entry, with its data. */
interface ImageBlock extends JsonRecord {
  type: "image";
  data: string;
}

/** A block of a message's content, and where it and its text stand in the entry. */
interface ContentBlock {
  block: Json;
  path: Path;
  textPath: Path;
}

// --- the index of a session ---

/** One array per property, one slot per row; `kind`, `role` and `what` are numbers into the string table. */
interface IndexColumns {
  [name: string]: (number | null)[];
  kind: number[];
  role: number[];
  what: number[];
}

interface Branch {
  leaf: number;
  active: boolean;
  entries: number;
  own: number;
  forkedAt: number;
  modified: number | null;
  preview: string;
  saidAt: number;
}

interface Compaction {
  row: number;
  tokensBefore: number | null;
  kept: number | null;
  dropped: number | null;
  /** First row kept, -1 where nothing is. */
  cut: number;
  found: boolean;
  after: number | null;
  checkpoint: boolean;
}

interface Damage {
  line: number;
  offset: number;
  length: number;
  kind: string;
  message: string;
  salvage: { type: string; id: string | null; offset: number }[];
}

/** What pi does with the file. */
interface PiVerdict {
  opens?: boolean;
  why?: string | null;
  writesOnOpen?: string[];
  hangs?: boolean;
  throws?: string | null;
}

/** Everything of an index that is not one value per row. */
interface IndexHead {
  n: number;
  strings: string[];
  active: number;
  file: string;
  size: number;
  /** Null while it is being worked out, for a file that grew. */
  sha256: string | null;
  modified: string;
  id: string | null;
  name: string | null;
  cwd: string | null;
  parentSession: string | null;
  /** Key of the session that this one was forked from, where it is served too. */
  parentKey?: string | null;
  header: Json;
  versionOnDisk: Json;
  pi: PiVerdict;
  labels?: Record<string, string>;
  /** Labels that were renamed or cleared later, by the row of the label entry that set them. */
  pastLabels?: Record<string, string>;
  leaves?: number[];
  leavesTotal?: number;
  cyclic?: number[];
  shadowed?: number[];
  branches?: Branch[];
  branchesTotal?: number;
  compactions?: Compaction[];
  messages: { user: number; assistant: number; toolResults: number; toolCalls: number; total: number };
  totals: { input: number; output: number; cacheRead: number; cacheWrite: number; tokens: number; cost: number };
  breakdown: { key: string; cost: number; tokens: number }[];
  flagsText?: string[];
  types?: Record<string, number>;
  roles?: Record<string, number>;
  damage?: Damage[];
  damageTotal?: number;
  eventLog?: boolean;
  /** Chinese by English for the sentences in here. */
  said?: Record<string, string>;
  /** Parts that an export was asked to leave out. */
  leftOut?: string[];
  /** Rows that lost something by it, by part. */
  leftOutRows?: Record<string, number[]>;
  /** Do the entries of an exported copy have ids that the export made up, the session being of version 1? */
  madeIds?: boolean;
  /** Entries of the session that an exported copy was made from, where the copy holds fewer. */
  sourceEntries?: number;
  /** What the header of an exported copy, being its own, does not tell of the source. */
  copied?: { newId: boolean; started: string | null; fork: boolean } | null;
  state?: string;
  parts?: number;
}

interface SessionIndex extends IndexHead {
  cols: IndexColumns;
  ids: (string | null)[];
}

/** What the live route says of a file that may have grown. */
type LiveAnswer =
  | { status: "same"; sha256: string | null }
  | { status: "writing" | "gone" | "shrunk" | "changed" | "unknown" }
  | { status: "more"; bytes: number }
  | Growth;

interface Growth {
  status: "grown";
  state: string;
  head: IndexHead;
  from: number;
  to: number;
  cols: IndexColumns;
  ids: (string | null)[];
  parents: number[] | null;
  changed: Record<string, Record<string, number>>;
  strings: { role: number; what: number; rest: [number, number] };
}

// --- views and records that a source computes ---

/** A message of a list of a context view; `row` is -1 for one that pi makes up. */
interface ListedMessage {
  role: string;
  row: number;
  tokens?: number | null;
  preview?: string;
}

/** The model's view at a row. `local`: worked out from the columns, without estimates. */
interface ContextView {
  at: number;
  path: number[];
  entries: number[];
  visible: number[];
  llm: ListedMessage[];
  wire: ListedMessage[];
  /** pi's estimate of the prompt in force, and of the rows whose messages on the wire are of another size. */
  counted?: { prompt: number; rows: [number, number][] };
  omitted: Omission[];
  edits: { row: number; target: number; omits: boolean }[];
  compaction: { row: number; keptRow: number; found: boolean } | null;
  model: Json;
  thinkingLevel: Json;
  tokens: TokenEstimate | null;
  measured: number | null;
  measuredRow: number;
  prompt: Prompt | null;
  promptRecorded: boolean;
  promptTakenBy: number;
  throws: string | null;
  throwsSaid?: string;
  visibility: Record<string, number[]>;
  local?: boolean;
}

interface Omission {
  row: number;
  code: string;
  why: string | null;
}

interface TokenEstimate {
  tokens: number;
  usageTokens: number;
  trailingTokens: number;
}

interface Prompt {
  text: string;
  tools: string[];
  sections: Record<string, string>;
}

type CountName = "input" | "output" | "cacheRead" | "cacheWrite";

/** Records of usage as columns; `source` and `key` are numbers into `sources` and `keys`. */
interface UsageRecords extends Record<CountName | "cost", (number | null)[]> {
  sources: string[];
  keys: string[];
  row: number[];
  source: number[];
  key: number[];
}

interface UsagePart extends UsageRecords {
  next: number | null;
}

type UsageSum = Record<CountName | "tokens" | "cost" | "records" | "unknown", number>;

/** A request that read less from the cache than it could have. */
interface CacheMiss {
  at: number;
  row: number;
  tokens: number;
  prompt: number;
  before: number;
  counted: boolean;
  reasons: string[];
  idle: number;
}

/** What a page that opens at the end of its session asks first; previews by the first row of their window. */
interface Opening {
  state: string;
  entries: Item[];
  previews: Record<string, string[]>;
}

/** A stored line, or as much of it as one answer holds. */
interface RawLine {
  text: string;
  line: number;
  offset: number | null;
  length: number;
  cut: boolean;
}

interface MessageItem {
  role: string;
  row: number;
  value: Json;
  cuts: Cut[];
  stored?: boolean;
}

interface Found {
  rows: number[];
  searched: number;
  truncated: boolean;
}

/** Address of a picture, or why there is none. */
interface Picture {
  url?: string;
  reason?: string;
}

/** Where a page gets its session from (source.js). */
interface Source {
  index(): Promise<SessionIndex>;
  previews(from: number, to: number): Promise<string[]>;
  entries(rows: number[]): Promise<Item[]>;
  full(row: number, path: Path): Promise<string>;
  image(row: number, index: number): Promise<Picture>;
  usage(): Promise<UsageRecords>;
  raw(row: number): Promise<RawLine>;
  context(row: number): Promise<ContextView>;
  messages(row: number, list: string, from: number, to: number): Promise<MessageItem[]>;
  find(query: string, from?: number): Promise<Found>;
  live?(peek?: boolean): Promise<LiveAnswer>;
  rules?(row: number): Promise<RulesAtCut>;
}

/** Rules of the user before a cut, newest first: still said behind it, or not. `n` counts more than are listed. */
interface RulesAtCut {
  kept: RuleList;
  lost: RuleList;
  unread: number;
}

interface RuleList {
  n: number;
  rules: { row: number; text: string }[];
}

/** How an exported page is cut: `blocks` are the first rows of its blocks, `contexts` the rows with a context view. */
interface EmbeddedPlan {
  version: number;
  blocks: number[];
  contexts: number[];
}

// --- the page ---

type Model = import("../../static/js/index-model.js").SessionModel;
type View = import("../../static/js/visibility.js").Visibility;
type UsageBook = import("../../static/js/usage-model.js").UsageBook;
/** The page as its parts see it. */
type Page = import("../../static/js/main.js").SessionPage;

/** What keeps a row in the tree. */
type RowFilter = (model: Model, view: View, row: number) => boolean;

/** The tree laid out for one branch (lanes.js). */
interface Layout {
  order: Int32Array;
  place: Int32Array;
  chain: Int32Array;
  lane: Int32Array;
  chainParent: Int32Array;
  onPath: Uint8Array;
  leaf: number;
  flat?: boolean;
}

/** The rows that the tree shows: an item is a row, or a folded run of several. */
interface TreeItems {
  rows: Int32Array;
  lengths: Int32Array;
  first: Int32Array;
  last: Int32Array;
  count: Int32Array;
  nth: Int32Array;
}

/** By node of the map: forks passed, place among siblings, their number; `order`: nodes one below the other. */
interface MapPlaces {
  depth: number[];
  nth: number[];
  siblings: number[];
  order: number[];
}

/** The map at natural size (map-view.js): its nodes, and how far they reach. */
interface MapLayout {
  nodes: Segment[];
  found: TreeNode<MapItem>[];
  low: number;
  high: number;
  deep: number;
}

/** A run of entries without a fork (map-model.js). */
interface Segment {
  first: number;
  last: number;
  up: number;
  entries: number;
  cost: number;
  compactions: number;
  gathered: number;
}

interface StripColumns {
  size: Float64Array;
  cuts: { row: number; x: number }[];
  forks: { row: number; x: number }[];
  most: number;
}

/** A call met on the branch, and the row of the reply that made it. */
interface KnownCall {
  row: number;
  call: JsonRecord;
}

/** A text of an entry, and where it stands. */
interface TextSide {
  item: { row: number; cuts?: Cut[] };
  path: Path;
  text: string;
}

/** A call that wrote a whole file, or edited it (`text` null). */
interface KnownWrite {
  row: number;
  id: Json;
  item: { row: number; cuts?: Cut[] };
  path: Path;
  text: string | null;
}

/** A segment as d3-hierarchy gets it: its number in the list as text; all that begin a tree hang from a root of ours. */
interface MapItem {
  id: string;
  up: string | null;
}

/** A list of messages of the context view; `name` is what the source calls it, null where it has no messages. */
interface MessageList {
  rows: ListedMessage[];
  name: string | null;
}

/** A row of the views "step" and "cut". */
type StepItem = ListedMessage & { why?: string };

/** The parts of an address fragment (state.js). */
interface Place {
  entry: string | null;
  at: string | null;
  leaf: string | null;
  view: string | null;
  pane: string | null;
  show: string | null;
  find: string | null;
  time: string | null;
  size: string | null;
  tree: string | null;
  damage: string | null;
}

/** What the keys of the page do. */
interface KeyActions {
  move(step: number): void;
  branch(step: number): void;
  error(step: number): void;
  hit(step: number): void;
  folds(name: "thinking" | "outputs"): void;
  fold(): void;
  unfold(): void;
  filter(): void;
  help(): void;
  open(): void;
  close(): void;
  seen(): void;
  flat(): void;
  copyLink(): void;
  map(): void;
  view(name: string): void;
}

// --- texts ---

/** Plain text with a class, or a chip that stands for what cannot be seen. */
type Piece = { text: string; style: string; mark?: undefined } | { mark: string; title: string };

/** State of a terminal's text. */
interface TerminalState {
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
  inverse?: boolean;
  conceal?: boolean;
  strike?: boolean;
  fg?: number;
  bg?: number;
}

type Sign = " " | "-" | "+" | "~";

/** A line of a diff; line numbers from 1, 0 where a side has none. "~": lines that a tool skipped. */
interface DiffRow {
  sign: Sign;
  text: string;
  old: number;
  new: number;
}

/** How the rows of a diff look: what changed inside a line, and its colours. */
interface DiffLook {
  parts: Map<DiffRow, { start: number; end: number }[]>;
  colours: Map<DiffRow, ColouredPiece[]>;
}

/** A stretch of one colour in a line of code: its length, and the classes around it, the innermost first. */
interface ColouredPiece {
  length: number;
  classes: string[];
}

type TextMode = "markdown" | "plain" | "terminal";

// --- elements ---

type Leaf = Node | string | number | false | null | undefined;
/** What may stand inside an element; lists are taken apart three deep, as deep as `fill` in dom.js goes. */
type Child = Leaf | (Leaf | (Leaf | Leaf[])[])[];

type Attribute = string | number | boolean | null | undefined;
type AttributeName =
  | "alt" | "class" | "colspan" | "cx" | "cy" | "d" | "datetime" | "disabled" | "for" | "height" | "hidden" | "href" | "id"
  | "open" | "r" | "role" | "rx" | "scope" | "selected" | "src" | "start" | "tabindex" | "title" | "type" | "value" | "viewBox"
  | "width" | "x" | "x1" | "x2" | "y" | "y1" | "y2" | `aria-${string}` | `data-${string}`;

/** An event as the listener of the element `T` gets it. */
type At<T, E = Event> = E & { currentTarget: T };

/** Attributes of an element that is made; `data` goes into its data set, `on…` are listeners. */
type Properties<T> = { [name in AttributeName]?: Attribute } & {
  data?: Record<string, string>;
  onclick?: (event: At<T, MouseEvent>) => unknown;
  onchange?: (event: At<T>) => unknown;
};

/** An element that carries what belongs to it. */
type DiffBox = HTMLDivElement & { paintDiff: () => void };
/** A text of which only the beginning is shown at first (".can-fold"). */
type CutBox = HTMLElement & { loadWhole: () => Promise<void> };
type FoldBox = HTMLElement & { wholeText: () => string; setWhole: (whole: boolean) => void };
type ChartFigure = HTMLElement & { chart?: { plot: UPlot | null } };
type SeenElement = HTMLElement & { whenSeen: () => unknown };
type Card = HTMLElement & { ready?: Promise<void> };

/** A name and its value; null, undefined and "" are left out. */
type Fact = [name: string, value: Child];

/** A piece of an entry's body. */
type Part = HTMLElement | string | false | null | undefined;

// --- carried libraries: what is used of them ---

interface MarkdownToken {
  text: string;
  href: string;
  block?: boolean;
  checked?: boolean;
  tokens: MarkdownToken[];
}

interface MarkdownParser {
  use(extension: object): void;
  parse(text: string): string;
}

declare var marked: { Marked: new (options: object) => MarkdownParser };
declare var markedCjkFriendly: () => object;
declare var DOMPurify: { sanitize(html: string, options: object): DocumentFragment };
declare var hljs:
  | {
      getLanguage(name: string): object | undefined;
      highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
    }
  | undefined;

interface UPlot {
  ctx: CanvasRenderingContext2D;
  bbox: { left: number; top: number; width: number; height: number };
  over: HTMLElement;
  cursor: { idx?: number | null; left?: number };
  width: number;
  destroy(): void;
  setSize(size: { width: number; height: number }): void;
  valToPos(value: number, scale: string, canvas: boolean): number;
}

/** Columns of a chart: x, then one per series. */
type ChartData = (number | null)[][];

interface ChartPlugin {
  hooks: Record<string, (plot: UPlot) => void>;
}

interface UPlotLibrary {
  new (options: object, data: ChartData, box: HTMLElement): UPlot;
  paths: { bars(options: { size: number[]; align?: number }): object };
}

interface TreeNode<T> {
  data: T;
  x: number;
  y: number;
  depth: number;
  parent: TreeNode<T> | null;
  descendants(): TreeNode<T>[];
}

interface Stratify<T> {
  id(of: (item: T) => string): Stratify<T>;
  parentId(of: (item: T) => string | null): Stratify<T>;
  (data: T[]): TreeNode<T>;
}

interface D3Library {
  stratify<T>(): Stratify<T>;
  tree(): { nodeSize(size: [number, number]): <T>(root: TreeNode<T>) => TreeNode<T> };
}

interface Libraries {
  uPlot: UPlotLibrary;
  d3: D3Library;
}

declare var uPlot: UPlotLibrary;
declare var d3: D3Library;

// --- newer than the compiler's own library ---

interface Uint8ArrayConstructor {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

interface String {
  toWellFormed?(): string;
}
