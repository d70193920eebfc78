import { isTree, type Tree, walkTree } from '../syntax.ts';
import type { Named } from './declarations.ts';
import type { Tools } from './slice.ts';

type ListPageNames = {
  page: Named;
  /** The feature's folder. */
  room: string;
  /** The calls of the contract that answer its list. */
  calls: readonly Named[];
  doors: readonly Named[];
  /** The files of the feature that the page needs. */
  own: ReadonlySet<string>;
};

/** Rooms may use one another as they need; those of `frame` know none, so a name in them is a registration. */
const OTHER_ROOM = /^apps\/(server\/src\/modules|web\/src\/features)\/(?!frame\/)/;
/** Where an address is a link, and nothing that a page depends on. */
const LINKS = ['to', 'from', 'href'];

/**
 * The files outside all rooms that name a page: that import its component, what its route exports, its module's `createX` or its
 * list from the contract, or write its address, tags, push message or folders as text, links to it aside.
 */
export function listRegistrations(tools: Tools, { page, room, calls, doors, own }: ListPageNames): string[] {
  const outside = tools.files.filter((file) => !OTHER_ROOM.test(file));
  const importing = (wanted: readonly Named[]) =>
    outside.filter((file) => wanted.some((each) => isImporting(tools, file, each)));
  const routes = importing([page]);
  const entries = routes.flatMap((file) =>
    tools.read(file).statements.flatMap(({ names }) => names.map((name) => ({ file, name }))),
  );
  const names = [
    ...routes.flatMap((file) => addressesOf(tools, file)),
    ...[...own].flatMap((file) => tagsOf(tools, file)).flatMap((tag) => [tag, messageOf(tag)]),
  ];
  const folders = [room, ...doors.map(({ file }) => file)].map(
    (path) => /(?:features|modules)\/[^/]+\/[^/]+/.exec(path)?.[0] ?? path,
  );
  return [
    ...calls.map(({ file }) => file),
    ...routes,
    ...importing([...entries, ...doors, ...calls]),
    ...outside.filter((file) => !routes.includes(file) && isWriting(tools, file, { names, folders })),
  ];
}

/** Whether a file imports or re-exports a name; of most files their text says that they do not. */
const isImporting = ({ sources, read }: Tools, from: string, { file, name }: Named) =>
  sources.get(from)?.includes(name) &&
  [...read(from).imported.values()].some((target) => target.file === file && target.name === name);

/** The addresses of a route file, as links write them. */
function addressesOf({ sources }: Tools, file: string): string[] {
  const found = (sources.get(file) ?? '').matchAll(/createFileRoute\('([^']+)'\)/g);
  return [...found].map(([, id = '']) => id.replace(/\/_[^/]+/g, '').replace(/(?<=.)\/$/, ''));
}

/** The query tags that a file declares. */
function tagsOf({ sources }: Tools, file: string): string[] {
  const declared = /interface QueryTags \{([^}]*)\}/.exec(sources.get(file) ?? '')?.[1] ?? '';
  return [...declared.matchAll(/(\w+):/g)].map(([, tag = '']) => tag);
}

/** The push message that makes a tag stale by its name: `order-lists-changed` of `OrderLists`. */
const messageOf = (tag: string) =>
  `${tag.replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}-changed`;

type Written = { names: readonly string[]; folders: readonly string[] };

/** Whether a file has one of these names, or a path with one of these folders, as text. */
function isWriting({ sources, read }: Tools, file: string, { names, folders }: Written): boolean {
  const text = sources.get(file) ?? '';
  if (![...names, ...folders].some((each) => text.includes(each))) return false;
  const links = new Set<unknown>();
  let isFound = false;
  const nodes = read(file).statements.map(({ node }) => node);
  walkTree(nodes, (node) => {
    links.add(linkIn(node)?.start);
    if (node.type !== 'Literal' || typeof node.value !== 'string' || links.has(node.start)) return;
    const written = node.value;
    isFound ||= names.includes(written) || folders.some((folder) => written.includes(folder));
  });
  return isFound;
}

/** What a node links to or imports from: the value of `to: '/x'` and `href="/x"`, and the source of an import. */
function linkIn({ key, name, value, source }: Tree): Tree | undefined {
  if (isTree(source)) return source;
  const label = isTree(key) ? key.name : isTree(name) && name.name;
  return isTree(value) && LINKS.includes(String(label)) ? value : undefined;
}
