import { isTree, type Tree, walkTree } from './syntax.ts';

/** What makes JSON of columns and rows, or takes it out of other JSON. */
const MAKES_JSON =
  /\b(jsonb?_(agg|object_agg|build_object|build_array|object)|to_jsonb?|row_to_json|array_to_json)\s*\(|->(?!>)/i;
const STATEMENT = /^\s*(select|with|insert|update|delete)\b/i;
const ALIAS = /\bas\s+"?(\w+)/gi;
/** Types that say nothing of what is in an object or an array. */
const PLAIN = /^TS((Unknown|String|Number|Boolean|Null|Undefined)Keyword|LiteralType)$/;
/** Stands for a value in the text of a template. */
const VALUE = '\u0001';
/** A value that is a column by itself. */
const ALONE = new RegExp(`(,|select)\\s*${VALUE}$`, 'i');

/** The text of a template, with a sign for each value in it. */
export const textOf = (quasi: unknown): string =>
  isTree(quasi) && Array.isArray(quasi.quasis) ? quasi.quasis.map(({ value }) => value.raw).join(VALUE) : '';

/** The type that a template gives to what it yields: its fields, and whether these are all. */
type Given = { type: unknown; members: readonly Tree[]; isWhole: boolean; types: Types };
/** The types that a file declares, by their names. */
type Types = ReadonlyMap<unknown, unknown>;

/** Whether a template makes JSON and says at the same time what is in it: of a column, or if it is a part of others, of itself. */
export function claimsMade(quasi: unknown, { type, members, isWhole, types }: Given): boolean {
  const text = textOf(quasi);
  if (!STATEMENT.test(text)) return MAKES_JSON.test(text) && !isPlain(type, types);
  const typeOf = new Map(
    members.map(({ key, typeAnnotation }) => [isTree(key) ? `${key.name}` : '', typeAnnotation]),
  );
  return columnsOf(text).some(({ name, made }) => {
    if (!typeOf.has(name)) return !isWhole && MAKES_JSON.test(made);
    return (MAKES_JSON.test(made) || made === VALUE) && !isPlain(typeOf.get(name), types);
  });
}

/** Whether what has a type, a function by what it returns, promises what is in the JSON that its template makes. */
export function promisesMade({ returnType, id, body, init }: Tree, types: Types): boolean {
  const promised = returnType ?? (isTree(id) ? id.typeAnnotation : undefined);
  if (!isTree(promised) || !isTree(promised.typeAnnotation)) return false;
  const { typeName, typeArguments } = promised.typeAnnotation;
  if (!isTree(typeName) || typeName.name !== 'RawBuilder' || !isTree(typeArguments)) return false;
  return !isPlain([typeArguments.params].flat()[0], types) && makesJson(body ?? init);
}

function makesJson(code: unknown): boolean {
  let isMade = false;
  walkTree(code, ({ type, tag, quasi }) => {
    const isSql = type === 'TaggedTemplateExpression' && isTree(tag) && tag.name === 'sql';
    isMade ||= isSql && MAKES_JSON.test(textOf(quasi));
  });
  return isMade;
}

/** Texts, numbers and what is unknown: also as `string | null`, and by a name of the file. */
function isPlain(type: unknown, types: Types): boolean {
  if (!isTree(type)) return true;
  if (type.type === 'TSTypeAnnotation') return isPlain(type.typeAnnotation, types);
  if (type.type === 'TSUnionType') return [type.types].flat().every((each) => isPlain(each, types));
  if (!isTree(type.typeName)) return PLAIN.test(type.type);
  return types.has(type.typeName.name) && isPlain(types.get(type.typeName.name), types);
}

/** The columns that a statement names, with what each is made of: whatever stands in parentheses before its name. */
function columnsOf(text: string): { name: string; made: string }[] {
  return [...text.matchAll(ALIAS)].map(({ index, 1: name = '' }) => {
    const before = text
      .slice(0, index)
      .replace(/::\w+(\[\])?\s*$/, '')
      .trimEnd();
    return { name, made: before.slice(beginOf(before)) };
  });
}

/** Where the last expression of a text begins: a function with its arguments, a statement in parentheses, a path into JSON, a value. */
function beginOf(text: string): number {
  if (ALONE.test(text)) return text.length - VALUE.length;
  if (!text.endsWith(')')) return /->\s*[\w']+$/.exec(text)?.index ?? text.length;
  let open = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') open++;
    if (text[at] === '(') open--;
    if (open > 0) continue;
    const head = text.slice(0, at).trimEnd();
    const begin = head.search(/\w*$/);
    // What follows an aggregate: `json_agg(line) filter (where is_open)`.
    return /^(filter|over)$/i.test(head.slice(begin)) ? beginOf(head.slice(0, begin).trimEnd()) : begin;
  }
  return text.length;
}
