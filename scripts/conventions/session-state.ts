import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { lineOf, type Tree, walkTree } from './syntax.ts';

const SERVER = 'apps/server/src/';
/** Files with connections of their own to the database itself, and what they need them for. */
const DIRECT: Readonly<Record<string, string>> = {
  'platform/database/migrate.ts': 'its lock belongs to the connection',
  'platform/database/listen.ts': 'listens',
  'platform/database/require-database.ts': 'the same, once',
  'platform/database/session-limits.ts': 'lifts the limits of such connections',
  'modules/library/storage-audit/comparison.ts': 'a temporary table, and plans of its own',
};

/** What outlives a transaction on its connection; a question mark stands for a value of a template. */
const LASTING = [
  /\bpg_(try_)?advisory_(un)?lock(_shared|_all)?\s*\(/i,
  /\bcreate\s+(local\s+)?temp(orary)?\s+(table|view|sequence)\b(?![^;]*\bon\s+commit\s+drop\b)/i,
  /\bwith\s+hold\b/i,
  /^\s*(un)?listen\s+("|[\w?]+\s*;?\s*$)/,
  /^\s*set\s+(session\b|[a-z_.?]+\s*(=|to\b))/,
  /^\s*(prepare|deallocate|discard)\s+[\w"]+/,
  /\bset_config\s*\([^)]*\bfalse\s*\)/i,
];

/**
 * Lists statements that leave something on their connection, one sentence each. Behind a pooler the next transaction has another
 * connection, and somebody else has this one (ADR 131): what is locked, set or listened to lasts as long as the transaction, or
 * happens on a connection to the database itself.
 */
export function checkSessionState(
  sources: Sources,
  direct: Readonly<Record<string, string>> = DIRECT,
): string[] {
  const found = [...sources].flatMap(([file, text]) =>
    file.startsWith(SERVER) && !isTest(file)
      ? listLasting(file, text).map((line) => ({ name: file.slice(SERVER.length), line }))
      : [],
  );
  const used = new Set(found.map(({ name }) => name));
  return [
    ...found
      .filter(({ name }) => !Object.hasOwn(direct, name))
      .map(
        ({ name, line }) =>
          `${SERVER}${name}:${line}: a pooler lends its connections for a transaction, and this lasts longer`,
      ),
    ...Object.keys(direct)
      .filter((name) => !used.has(name))
      .map((name) => `scripts/conventions/session-state.ts: ${name} leaves nothing on a connection any more`),
  ];
}

function listLasting(file: string, text: string): number[] {
  if (!/advisory|temp|hold|listen|\bset |set_config|prepare|discard|deallocate/i.test(text)) return [];
  const starts: number[] = [];
  walkTree(parseSync(file, text).program, (node) => {
    const stated = textOf(node);
    if (stated !== null && LASTING.some((pattern) => pattern.test(stated))) starts.push(node.start);
  });
  return starts.map((start) => lineOf(text, start));
}

/** A text, or a template. */
function textOf({ type, value, quasis }: Tree): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  if (type !== 'TemplateLiteral') return null;
  return (quasis as { value: { raw: string } }[]).map(({ value: { raw } }) => raw).join('?');
}
