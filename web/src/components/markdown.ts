/** Parses the subset of Markdown that lessons use: paragraphs, lists, tables; bold, italic, code. */

export interface Span { kind: "plain" | "bold" | "slanted" | "code"; text: string }
export type Block =
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; numbered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;

export function spans(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > from) found.push({ kind: "plain", text: text.slice(from, match.index) });
    const [all, bold, slanted, code] = match;
    if (bold !== undefined) found.push({ kind: "bold", text: bold });
    else if (slanted !== undefined) found.push({ kind: "slanted", text: slanted });
    else found.push({ kind: "code", text: code ?? "" });
    from = match.index + all.length;
  }
  if (from < text.length) found.push({ kind: "plain", text: text.slice(from) });
  return found;
}

export function blocks(text: string): Block[] {
  return text.trim().split(/\n\s*\n/).filter(Boolean).map((part) => block(part.split("\n")));
}

function block(lines: string[]): Block {
  if (lines.every((line) => line.trim().startsWith("|"))) {
    const [head = [], , ...rows] = lines.map(cells);
    return { kind: "table", head, rows };
  }
  const first = ITEM.exec(lines[0] ?? "");
  if (!first) return { kind: "paragraph", spans: spans(lines.map((line) => line.trim()).join(" ")) };
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[2] ?? "");
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { kind: "list", numbered: first[1] !== undefined, items: items.map(spans) };
}

function cells(line: string): Span[][] {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => spans(cell.trim()));
}
