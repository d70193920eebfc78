import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { withoutComment } from './time-and-ids.ts';

/** Where the decimals of currencies are known. */
const TABLE = 'packages/contracts/src/platform/currencies.ts';
/** Where amounts are read and written. */
const AMOUNTS =
  /^packages\/contracts\/src\/|^bench\/processes\/|\/(exchange|orders|creations|business|shop|wings|cli)\/|\/src\/(demo|shared)\/[^/]+$/;

type Rule = { pattern: RegExp; except?: RegExp; among?: RegExp; reason: string };

const RULES: Rule[] = [
  {
    pattern: /style:\s*['"`]currency['"`]|supportedValuesOf\(\s*['"`]currency/,
    reason: `the decimals of a currency are those of ${TABLE}, not of the machine: use formatPrice or fields.currency`,
  },
  {
    pattern: /\bcurrency\b.*\[A-Z\]\{3\}/,
    reason: 'a currency is checked by fields.currency',
  },
  {
    // Hundredths of a per cent and shares of a whole are no money.
    pattern: /[*/]\s*(100(?![\d_.])|1e2\b|10\s*\*\*\s*2\b)/,
    except: /rate|percent/i,
    among: AMOUNTS,
    reason: 'not every currency has hundredths: use decimalAmount or formatPrice',
  },
  {
    pattern: /\.toFixed\(\s*2\s*\)/,
    among: AMOUNTS,
    reason: 'not every currency has two decimals: use decimalAmount or formatPrice',
  },
];

/** Lists places that guess how many decimals a currency has. */
export function checkMoney(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => file !== TABLE && !isTest(file))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, index) => faultsOf(file, withoutComment(line), index + 1)),
    );
}

function faultsOf(file: string, line: string, number: number): string[] {
  return RULES.filter(
    ({ pattern, except, among }) => pattern.test(line) && !except?.test(line) && (among?.test(file) ?? true),
  ).map(({ reason }) => `${file}:${number}: ${reason}`);
}
