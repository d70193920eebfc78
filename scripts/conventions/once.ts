import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

/** Where periods, sizes of pictures and other limits of several rooms are declared. */
const LIMITS = 'packages/contracts/src/platform/limits.ts';
/** An hour, a day, a week and a year, in seconds and in milliseconds. */
const PERIODS = new Set(
  [3_600, 86_400, 604_800, 31_536_000].flatMap((seconds) => [seconds, 1_000 * seconds]),
);
/** What periods are computed from: two of them multiplied are a period that is written out, if one is of the clock. */
const UNITS = new Set([7, 24, 60, 365, 1_000]);
const CLOCK = new Set([24, 60]);
const MINUTE_MS = 60_000;
/** An address that ends with a picture's size. */
const SIZED = /^\/(300|800|1300|2600)\b/;

type Constant = { file: string; name: string; value: string; isExported: boolean; isList: boolean };

/**
 * Lists what production code says more than once, one sentence each: periods and sizes of pictures that have a name, page sizes
 * that have none, and constants that another file has, too. Within an application, no two have one name and one value: either both
 * are the same limit, which then has one place, or their names do not say what each limits.
 */
export function checkOnce(sources: Sources): string[] {
  const production = [...sources].filter(([file]) => /^(apps|packages)\//.test(file) && !isTest(file));
  const constants: Constant[] = [];
  const problems = production.flatMap(([file, text]) => {
    const { program } = parseSync(file, text);
    constants.push(...readConstants(file, text, program.body as unknown as Tree[]));
    return file === LIMITS ? [] : listLiterals(program).map((reason) => `${file}: ${reason}`);
  });
  return [...problems, ...listRepeated(constants)];
}

function listLiterals(program: unknown): string[] {
  const reasons: string[] = [];
  walkTree(program, (node) => {
    if (node.type === 'Literal' && PERIODS.has(Number(node.value)))
      reasons.push(`${node.raw} is a period: take it from ${LIMITS}`);
    if (isWrittenOut(node)) reasons.push(`a period is written out: take it from ${LIMITS}`);
    if (node.type === 'TemplateElement' && SIZED.test((node.value as { raw: string }).raw))
      reasons.push('the address of a picture in a size is given by pictureAt');
    if (isCallOf(node, 'rowsUpTo') && isNumber((node.arguments as unknown[])[1]))
      reasons.push('the size of a page is a constant');
  });
  return reasons;
}

/** Whether a number of milliseconds, seconds or minutes is computed here, as in `24 * 60 * 60 * 1000` and `5 * 60_000`. */
function isWrittenOut({ type, operator, left, right }: Tree): boolean {
  if (type !== 'BinaryExpression') return false;
  const numbers = [left, right].flatMap((side) => (isNumber(side) ? [Number((side as Tree).value)] : []));
  if (numbers.includes(MINUTE_MS)) return operator === '*' || operator === '/';
  return (
    operator === '*' &&
    numbers.length === 2 &&
    numbers.every((one) => UNITS.has(one)) &&
    numbers.some((one) => CLOCK.has(one))
  );
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
