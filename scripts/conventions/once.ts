import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

/** Where periods, sizes of pictures and other limits of several rooms are declared. */
const LIMITS = 'packages/contracts/src/platform/limits.ts';
const MINUTE_MS = 60_000;
/** A minute in milliseconds; an hour, a day, a week and a year, in seconds too. */
const PERIODS = new Set([
  MINUTE_MS,
  ...[3_600, 86_400, 604_800, 31_536_000].flatMap((seconds) => [seconds, 1_000 * seconds]),
]);
/** Sixty of anything make up a period; of the others, two multiplied, if one is of the clock. */
const SIXTY = 60;
const UNITS = new Set([7, 24, 365, 1_000]);
const HOURS = 24;
/** Limits that customers and operators count in these: what one is about is in its name. */
const COUNTED = /_(DAYS|MONTHS|YEARS)$/;
/** The unit of a period, in the name of what it is given to. */
const NAMED = /(?:^|_|[a-z])(MS|Ms|S|SECONDS|Seconds|seconds)$/;
/** What takes the size of a page; one row is none. */
const PAGED = /^(limit|pageSize|perPage)$/i;
/** Longest edges of stored pictures. */
const EDGES = [300, 800, 1_300, 2_600];
/** An address that ends with a picture's size. */
const SIZED = /^\/(300|800|1300|2600)\b/;

type Constant = { file: string; name: string; value: string; isExported: boolean; isList: boolean };

/**
 * Lists what production code says more than once, one sentence each: periods and sizes of pictures that have a name, page sizes
 * that have none, and constants that another file has, too. Within an application, no two have one name and one value, nor do two
 * numbers of days have one name: either both are the same limit, which then has one place, or their names do not say what each
 * limits.
 */
export function checkOnce(sources: Sources): string[] {
  const production = [...sources].filter(([file]) => /^(apps|packages)\//.test(file) && !isTest(file));
  const constants: Constant[] = [];
  const problems = production.flatMap(([file, text]) => {
    const { program } = parseSync(file, text);
    constants.push(...readConstants(file, text, program.body as unknown as Tree[]));
    return file === LIMITS ? [] : listLiterals(program).map((reason) => `${file}: ${reason}`);
  });
  return [...problems, ...listRepeated(constants), ...listHomonyms(constants)];
}

function listLiterals(program: unknown): string[] {
  const reasons: string[] = [];
  walkTree(program, (node) => {
    if (node.type === 'Literal' && PERIODS.has(Number(node.value)))
      reasons.push(`${node.raw} is a period: take it from ${LIMITS}`);
    if (isWholeMinutes(node)) reasons.push(`a period of minutes is a number: take it from ${LIMITS}`);
    if (isWrittenOut(node)) reasons.push(`a period is written out: take it from ${LIMITS}`);
    if (node.type === 'TemplateElement' && SIZED.test((node.value as { raw: string }).raw))
      reasons.push('the address of a picture in a size is given by pictureAt');
    if (isPageSize(node)) reasons.push('the size of a page is a constant');
    if (isListOfEdges(node)) reasons.push(`sizes of pictures are listed: take them from ${LIMITS}`);
  });
  return reasons;
}

/** Whether a number of milliseconds, seconds or minutes is computed here, as in `15 * 60`, `24 * 60 * 60 * 1000`, `5 * 60_000`. */
function isWrittenOut({ type, operator, left, right }: Tree): boolean {
  if (type !== 'BinaryExpression') return false;
  const numbers = [left, right].flatMap(numbersOf);
  if (numbers.includes(MINUTE_MS)) return operator === '*' || operator === '/';
  if (operator !== '*' || numbers.length < 2) return false;
  return numbers.includes(SIXTY) || (numbers.includes(HOURS) && numbers.every((one) => UNITS.has(one)));
}

/** Whether something named for its seconds or milliseconds is given whole minutes as a number: `LONGEST_SECONDS = 600`. */
function isWholeMinutes(node: Tree): boolean {
  const [name, value] = givenIn(node);
  if (!isTree(name) || !isNumber(value)) return false;
  const [, unit] = NAMED.exec(String(name.name)) ?? [];
  if (unit === undefined) return false;
  const minute = /^ms$/i.test(unit) ? MINUTE_MS : SIXTY;
  const given = Number((value as Tree).value);
  return given > 0 && given % minute === 0;
}

/** Whether the size of a page is a number here: where one is read, or under a name for it. */
function isPageSize(node: Tree): boolean {
  if (isCallOf(node, 'rowsUpTo')) return isNumber((node.arguments as unknown[])[1]);
  const [name, value] = givenIn(node);
  return (
    isTree(name) && PAGED.test(String(name.name)) && isNumber(value) && Number((value as Tree).value) > 1
  );
}

/** Whether several sizes of stored pictures stand together, as in `[300, 800, 1300]`. */
function isListOfEdges({ type, elements }: Tree): boolean {
  if (type !== 'ArrayExpression') return false;
  const edges = (elements as unknown[]).flatMap(numbersOf);
  return (
    edges.length > 1 &&
    edges.length === (elements as unknown[]).length &&
    edges.every((one) => EDGES.includes(one))
  );
}

/** What is named here, and the value that it is given. */
function givenIn({ type, id, init, key, value, left, right }: Tree): [name: unknown, value: unknown] {
  if (type === 'VariableDeclarator') return [id, init];
  if (type === 'Property') return [key, value];
  return type === 'AssignmentPattern' ? [left, right] : [undefined, undefined];
}

/** The number that is written here, with or without a sign. */
function numbersOf(node: unknown): number[] {
  if (isTree(node) && node.type === 'UnaryExpression') return numbersOf(node.argument);
  return isNumber(node) ? [Number((node as Tree).value)] : [];
}

const isCallOf = ({ type, callee }: Tree, name: string) =>
  type === 'CallExpression' && isTree(callee) && callee.name === name;

const isNumber = (node: unknown) => isTree(node) && node.type === 'Literal' && typeof node.value === 'number';

/** The constants in capitals at the top of a file. */
function readConstants(file: string, text: string, body: readonly Tree[]): Constant[] {
  return body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declared = isExported ? statement.declaration : statement;
    if (!isTree(declared) || declared.type !== 'VariableDeclaration') return [];
    return (declared.declarations as Tree[]).flatMap(({ id, init }) => {
      const name = isTree(id) ? String(id.name) : '';
      if (!isTree(init) || !/^[A-Z][A-Z0-9_]+$/.test(name)) return [];
      const value = text.slice(init.start, init.end).replace(/\s+/g, ' ');
      return [{ file, name, value, isExported, isList: isListOrPattern(init) }];
    });
  });
}

/** Whether a value is a list of several literals, or a pattern: nobody writes the same one twice by chance. */
function isListOrPattern(init: Tree): boolean {
  if (/^TS(As|Satisfies)Expression$/.test(init.type)) return isListOrPattern(init.expression as Tree);
  if (init.type === 'Literal') return 'regex' in init && init.regex !== null;
  const elements = init.type === 'ArrayExpression' ? (init.elements as unknown[]) : [];
  return elements.length > 1 && elements.every((one) => isTree(one) && one.type === 'Literal');
}

const applicationOf = ({ file }: Constant) => file.split('/', 2).join('/');

function listRepeated(constants: readonly Constant[]): string[] {
  const same = [
    ...Map.groupBy(constants, ({ name, value }) => `${name} = ${value}`),
    ...Map.groupBy(
      constants.filter(({ isList }) => isList),
      ({ value }) => value,
    ),
  ].map(([, group]) => group);
  const repeated = same.flatMap((group) => {
    const owner = group.find(({ isExported }) => isExported) ?? group.find(({ isList }) => isList);
    const copies = owner ? [[owner, ...group]] : [...Map.groupBy(group, applicationOf).values()];
    return copies.flatMap(([first, ...others]) =>
      others
        .filter(({ file }) => file !== first?.file)
        .map((one) => `${one.file}: ${one.name} is ${first?.name} of ${first?.file}`),
    );
  });
  return [...new Set(repeated)];
}

/** Numbers of days, months or years of one name and different values. */
function listHomonyms(constants: readonly Constant[]): string[] {
  const counted = constants.filter(({ name }) => COUNTED.test(name));
  return [...Map.groupBy(counted, (one) => `${applicationOf(one)} ${one.name}`).values()].flatMap(
    ([first, ...others]) =>
      others
        .filter(({ value }) => value !== first?.value)
        .map(
          ({ file, name }) => `${file}: ${name} is another number in ${first?.file}: say what each counts`,
        ),
  );
}
