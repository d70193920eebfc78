import { parseSync } from 'oxc-parser';
import { actionOfTag } from '../../apps/web/src/shared/api/query-tags.ts';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, lineOf, type Tree, walkTree } from './syntax.ts';

const WEB = 'apps/web/src/';

/** What only files with a reason may contain. */
type Rule = { pattern: RegExp; name: string; problem: string; reasons: Readonly<Record<string, string>> };

/** Reactions to push messages other than by making cached answers stale. */
const REACTIONS: Rule = {
  pattern: /\busePush(\(| as\b)/,
  name: 'usePush',
  problem: 'a push message makes the tag of its name stale, or what app/push-tags.ts lists',
  reasons: {
    'features/library/dates/use-change-dates.ts':
      'a photo that gets another date leaves its month, not the preview that shows it',
    'features/library/deletion/delete-photos-dialog.tsx':
      'an open dialog no longer counts what is deleted elsewhere',
    'features/library/downloads/archive-events.tsx':
      'saves the archive that this page waits for, and says so',
    'features/library/legacy-import/legacy-import.tsx':
      'shows the progress of an import before the first answer',
    'features/library/legacy-import/use-legacy-import.ts':
      'shows it until ten seconds after the end [ACT-08]',
    'features/library/photo-preview/sequence/use-flat-sequence.ts': 'the sequence is a store of its own',
    'features/library/photo-grid/selection/use-prune-selection.ts': 'the selection is a store of its own',
    'features/library/photo-store/use-fresh-photos.ts': 'the photos of a view are a store of its own',
    'features/library/uploads/follow-shown-photos.ts': 'counts which photos of an import can be shown',
    'features/library/uploads/phone-link.ts': 'lists what a phone has sent, which the message contains',
    'features/orders/orders/queries.ts': 'renews single orders of a list that may have hundreds',
  },
};

/** Changes of cached answers by hand. */
const CHANGES: Rule = {
  pattern:
    /\b(invalidate|refetch|reset|remove)Queries\b|\bset(Query|Queries)Data\b|\bget(Query|Mutation)Cache\b|\b(queryC|c)lient\.clear\b/,
  name: 'change of the cache',
  problem:
    'a mutation declares in its meta what it invalidates, answers and removes; all else calls makeStale',
  reasons: {
    'app/query-client.ts': 'does what mutations declare',
    'shared/api/query-tags.ts': 'declares makeStale',
    'app/session/sign-in-over-page.tsx': 'after a session that ended, everything is stale',
    'features/library/photos/timeline/start-query.ts': 'one answer is the value of several queries',
    'features/orders/orders/queries.ts': 'renews single orders of a list that may have hundreds',
  },
};

/**
 * Lists files that react to push messages, or change cached answers, without a reason: both are declared, so that answers which
 * no page shows become stale, too. Reasons of files that no longer do so are listed as well.
 */
export function checkCachedAnswers(
  sources: Sources,
  rules: readonly Rule[] = [REACTIONS, CHANGES],
): string[] {
  const production = [...sources].filter(([file]) => file.startsWith(WEB) && !isTest(file));
  return rules.flatMap(({ pattern, name, problem, reasons }) => {
    const found = production.flatMap(([file, text]) => (pattern.test(text) ? [file] : []));
    const listed = Object.keys(reasons).map((file) => WEB + file);
    return [
      ...found.filter((file) => !listed.includes(file)).map((file) => `${file}: ${problem}`),
      ...listed
        .filter((file) => !found.includes(file))
        .map((file) => `scripts/conventions/cached-answers.ts: ${file} has no ${name} any more`),
    ];
  });
}

/**
 * Lists queries whose `meta.action` is what the query client reports without it, one sentence each: the name follows the tag of the
 * key.
 */
export function checkQueryNames(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(WEB) || isTest(file) || !text.includes("'LOAD_")) return [];
    const { program } = parseSync(file, text);
    const keys = readKeys(program);
    const problems: string[] = [];
    walkTree(program, (node) => {
      const action = fieldOf(fieldOf(node, 'meta'), 'action');
      const tag = tagOf(fieldOf(node, 'queryKey'), keys);
      if (tag !== undefined && action?.value === actionOfTag(tag))
        problems.push(
          `${file}:${lineOf(text, action.start)}: ${action.value} follows from the tag of the key`,
        );
    });
    return problems;
  });
}

/** The lists that the constants of a file are, by name: keys that several queries begin with. */
function readKeys(program: unknown): ReadonlyMap<string, Tree> {
  const keys = new Map<string, Tree>();
  walkTree(program, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && isTree(id) && isTree(init)) keys.set(String(id.name), bareOf(init));
  });
  return keys;
}

/** What is written, without `as const`. */
const bareOf = (node: Tree): Tree =>
  node.type === 'TSAsExpression' && isTree(node.expression) ? node.expression : node;

/** The tag that a key begins with, if it is written here. */
function tagOf(key: Tree | undefined, keys: ReadonlyMap<string, Tree>): string | undefined {
  if (key?.type === 'Identifier') return tagOf(keys.get(String(key.name)), new Map());
  const [first] = key?.type === 'ArrayExpression' ? (key.elements as unknown[]) : [];
  return isTree(first) && typeof first.value === 'string' ? first.value : undefined;
}

function fieldOf(node: Tree | undefined, name: string): Tree | undefined {
  const properties = node?.type === 'ObjectExpression' ? (node.properties as Tree[]) : [];
  const found = properties.find(({ key }) => isTree(key) && key.name === name)?.value;
  return isTree(found) ? found : undefined;
}
