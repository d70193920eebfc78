import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree } from './syntax.ts';

type Shape = { key: string; place: string };

const SERVER = 'apps/server/src/';
const SIDES = [SERVER, 'apps/web/src/'];
const CONTRACTS = 'packages/contracts/src/';
const PROBLEM = `${SERVER}platform/problem.ts`;
/** Names that only say what a declaration is for: two functions may take the same. */
const LOCAL = /^(Props|Options|Parts|Search)$|Deps$/;
/** Shapes that are equal by chance: what they stand for differs. */
const ALIKE: Readonly<Record<string, string>> = {
  CodeRef: 'a project, and an invoice, by the code of the system that sent it',
  Point: 'of a finger on the grid, and on the stage',
  Run: 'of letters, and of tiles',
  Size: 'of the stage, and of paper',
};
const ONE_FAULT = /\berrors:\s*\[\s*\{/g;

/**
 * Lists shapes that one side of the application, together with the contracts, declares twice under one name, and problems about a
 * single field that are not made by `faultyField`.
 */
export function checkDeclaredOnce(
  sources: Sources,
  alike: Readonly<Record<string, string>> = ALIKE,
): string[] {
  const shapes = [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) => listShapes(file, text));
  const twins = SIDES.flatMap((side) => {
    const seen = shapes.filter(({ place }) => place.startsWith(side) || place.startsWith(CONTRACTS));
    return [...Map.groupBy(seen, ({ key }) => key).values()].flatMap(([first, ...others]) =>
      others.map(({ place, key }) => ({
        name: nameOf(key),
        fault: `${place}: ${nameOf(key)} is declared in ${first?.place} already`,
      })),
    );
  });
  const names = new Set(twins.map(({ name }) => name));
  return [
    ...new Set(twins.filter(({ name }) => !Object.hasOwn(alike, name)).map(({ fault }) => fault)),
    ...Object.keys(alike)
      .filter((name) => !names.has(name))
      .map((name) => `scripts/conventions/declared-once.ts: ${name} is declared once`),
    ...[...sources].flatMap(([file, text]) => listProblems(file, text)),
  ];
}

function listProblems(file: string, text: string): string[] {
  if (!file.startsWith(SERVER) || file === PROBLEM || isTest(file)) return [];
  return [...text.matchAll(ONE_FAULT)].map(
    ({ index }) => `${file}:${lineOf(text, index)}: a problem about one field is made by faultyField`,
  );
}

/** The object types of two fields or more that a file names. */
function listShapes(file: string, text: string): Shape[] {
  if (![...SIDES, CONTRACTS].some((folder) => file.startsWith(folder)) || !/\btype \w+\s*=?/.test(text))
    return [];
  return parseSync(file, text).program.body.flatMap((statement) => {
    const declared: unknown = 'declaration' in statement ? statement.declaration : statement;
    if (!isTree(declared) || declared.type !== 'TSTypeAliasDeclaration') return [];
    const { id, typeAnnotation, start } = declared;
    const name = isTree(id) ? String(id.name) : '';
    const fields = fieldsOf(typeAnnotation, text);
    if (LOCAL.test(name) || fields.length < 2) return [];
    return [{ key: `${name} ${fields.join('; ')}`, place: `${file}:${lineOf(text, start)}` }];
  });
}

/** Each field as written, without comments, in any order. */
function fieldsOf(type: unknown, text: string): string[] {
  if (!isTree(type) || type.type !== 'TSTypeLiteral' || !Array.isArray(type.members)) return [];
  return type.members
    .filter(isTree)
    .map(({ start, end }: Tree) => withoutComments(text.slice(start, end)))
    .sort();
}

const withoutComments = (code: string) =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/[;,]$/, '');

const nameOf = (key: string) => key.slice(0, key.indexOf(' '));
const lineOf = (text: string, start: number) => text.slice(0, start).split('\n').length;
