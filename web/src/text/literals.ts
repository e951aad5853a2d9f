/** Finds user-visible text in sources that does not come from the message catalogue. Only tests use it. */

import { parse } from "svelte/compiler";

interface Node { type: string; [key: string]: unknown }

/** Attributes that players read or hear. */
const READ = new Set(["title", "placeholder", "alt", "label", "aria-label", "aria-description", "aria-valuetext"]);
const WORD = /\p{L}{2,}/u;
/** Names that are the same in every language. */
const NAMES = new Set(["Grognard", "· Grognard", "grognard serve --host 0.0.0.0", "grognard verify"]);
/** In a script, a string is a sentence if it begins with a capital letter and has a second word or ends with a stop. */
const SENTENCE = /^(\p{Lu}\p{Ll}*['’]?\p{Ll}* \p{L}|\p{Lu}\p{Ll}+[.!?…]$)/u;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isNode);
}

/** The strings that an expression can evaluate to; not those that it compares, or passes to functions. */
function results(node: Node): string[] {
  switch (node.type) {
    case "Literal": return typeof node["value"] === "string" ? [node["value"]] : [];
    case "TemplateLiteral": return [...(node["quasis"] as Node[]).map((quasi) => (quasi["value"] as { raw: string }).raw), ...(node["expressions"] as Node[]).flatMap(results)];
    case "ConditionalExpression": return [...results(node["consequent"] as Node), ...results(node["alternate"] as Node)];
    case "LogicalExpression": return [...results(node["left"] as Node), ...results(node["right"] as Node)];
    case "BinaryExpression": return node["operator"] === "+" ? [...results(node["left"] as Node), ...results(node["right"] as Node)] : [];
    case "ExpressionTag": return results(node["expression"] as Node);
    case "Text": return [node["data"] as string];
    default: return [];
  }
}

function inMarkup(node: Node): string[] {
  if (node.type === "Attribute") {
    const value = node["value"];
    return READ.has(node["name"] as string) && value !== true ? [value].flat().filter(isNode).flatMap(results) : [];
  }
  if (node.type === "StyleDirective" || node.type === "ClassDirective") return [];
  if (node.type === "Text" || node.type === "ExpressionTag") return results(node);
  if (node.type === "Component") return [...(node["attributes"] as Node[]), node["fragment"] as Node].flatMap(inMarkup);
  return children(node).flatMap(inMarkup);
}

function inScript(node: Node): string[] {
  if (node.type === "ImportDeclaration" || node.type.startsWith("TS") && node.type !== "TSAsExpression") return [];
  const own = node.type === "Literal" || node.type === "TemplateLiteral" ? results(node) : [];
  return [...own, ...children(node).flatMap(inScript)];
}

/** Text written into a component's source. */
export function literalsInComponent(source: string): string[] {
  const root = parse(source, { modern: true }) as unknown as { fragment: Node; instance: Node | null; module: Node | null };
  const scripts = [root.instance, root.module].filter(isNode).flatMap((script) => inScript(script["content"] as Node));
  return [...inMarkup(root.fragment).map((text) => text.trim()).filter((text) => WORD.test(text) && !NAMES.has(text)), ...scripts.filter((text) => SENTENCE.test(text))];
}

/** Sentences written into a module's source. */
export function literalsInModule(source: string): string[] {
  return literalsInComponent(`<script lang="ts">${source}</script>`);
}
