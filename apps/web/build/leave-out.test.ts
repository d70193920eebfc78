import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, type Plugin, parseAst, transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import {
  leaveOutProperties,
  withoutColourReading,
  withoutNesting,
  withoutOtherLoaders,
  withoutScrollRestoration,
  withoutStatics,
  withoutTransitions,
  withoutUnusedMethods,
  withoutWaitingForTexts,
} from './leave-out.ts';

const contracts = path.resolve(import.meta.dirname, '../../../packages/contracts/src');
const files = globSync('**/*.ts', { cwd: contracts, exclude: ['**/*.{test,fixture}.ts', 'platform/**'] });

/** What `call` reads. */
const OF_BROWSERS = ['access', 'idToken', 'method', 'name', 'path', 'recentSignIn', 'response', 'service'];

/** The names of the properties of each exported `endpoint({...})`. */
function propertiesOf(code: string): string[][] {
  return parseAst(code).body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return [];
      const [object] = init.callee.name === 'endpoint' ? init.arguments : [];
      if (object?.type !== 'ObjectExpression') return [];
      return [object.properties.map((part) => (part.type === 'Property' ? nameOf(part.key) : '...'))];
    });
  });
}

const nameOf = (key: ESTree.PropertyKey) => (key.type === 'Identifier' ? key.name : key.type);

test('what only the server needs of a call is not in the browser’s code, and all the rest is', async () => {
  let changed = 0;
  for (const file of files) {
    const source = readFileSync(path.join(contracts, file), 'utf8');
    if (!source.includes('endpoint({')) continue;
    const { code } = await transformWithOxc(source, file);
    const left = leaveOutProperties(code, parseAst(code));
    const needed = propertiesOf(code).map((names) => names.filter((name) => OF_BROWSERS.includes(name)));
    expect(propertiesOf(left), file).toEqual(needed);
    if (left !== code) changed++;
  }
  expect(changed).toBeGreaterThan(30);
});

const root = path.resolve(import.meta.dirname, '../../..');
const MANTINE = '@mantine/core/esm';

/** What a plugin leaves of a file of a package. */
function leftOf({ transform }: Plugin, file: string): string {
  const { handler } = transform as { handler: (code: string) => string };
  return handler(readFileSync(path.join(root, 'node_modules', file), 'utf8'));
}

test('of Mantine’s transitions those of dialogs remain, and of its colours nothing that reads values', () => {
  const transitions = leftOf(withoutTransitions, `${MANTINE}/components/Transition/transitions.mjs`);
  expect(transitions.match(/^\t"?[\w-]+"?: \{$/gm)).toEqual(['\tfade: {', '\t"fade-down": {']);
  const colours = leftOf(
    withoutColourReading,
    `${MANTINE}/core/MantineProvider/color-functions/to-rgba/to-rgba.mjs`,
  );
  expect(colours).toContain('function toRgba(color) { return { r: 0, g: 0, b: 0, a: 1 }; }');
});

test('of the router’s scrolling to an address’s place that remains, and nothing that remembers offsets', () => {
  const scrolling = leftOf(withoutScrollRestoration, '@tanstack/router-core/dist/esm/scroll-restoration.js');
  expect(() => parseAst(scrolling)).not.toThrow();
  expect(scrolling).toContain('setupScrollRestoration(router) { const force = false;');
  expect(scrolling).not.toMatch(/scroll\.e\b|createScrollRestorationCache\(\);/);
});

test('no text refers to another, so the code for that is left out', () => {
  const texts = globSync(['apps/web/locales/*.json', 'apps/server/brands/**/*.json'], { cwd: root });
  expect(texts.length).toBeGreaterThan(4);
  for (const file of texts) expect(readFileSync(path.join(root, file), 'utf8'), file).not.toContain('$t(');
  const left = leftOf(withoutNesting, 'i18next/dist/esm/i18next.js');
  expect(left).toContain('  nest(str) { return str; }\n}');
  expect(left).not.toContain('nestingRegexp.exec');
});

test('of i18next what finds and fills a text remains, and nothing that loads, copies or reports', () => {
  const file = 'i18next/dist/esm/i18next.js';
  const left = leftOf(withoutUnusedMethods, file);
  expect(() => parseAst(left)).not.toThrow();
  for (const name of ['cloneInstance', 'loadNamespaces', 'getUsedParamsDetails', 'dir'])
    expect(left).toContain(`  ${name}() {}`);
  expect(left).toMatch(/^ +const returnDetails = false;$/m);
  expect(left).toContain('if (false) {');
  expect(left).toContain('{ return String(selector); }');
  for (const part of ['isObjectHit = handleAsObject', 'this.interpolator.interpolate(', 'class Formatter'])
    expect(left).toContain(part);
});

test('nothing of the app calls what i18next is built without', () => {
  const sources = globSync('apps/web/src/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.{test,fixture}.{ts,tsx}'],
  });
  const UNUSED =
    /i18n(?:ext)?\.(?:cloneInstance|dir|exists|getFixedT|load\w+|reloadResources)\b|returnDetails/;
  const using = sources.filter((file) => UNUSED.test(readFileSync(path.join(root, file), 'utf8')));
  expect(sources.length).toBeGreaterThan(300);
  expect(using).toEqual([]);
});

test('of Mantine’s components nothing that only names them remains, and of a button no groups', () => {
  const button = leftOf(withoutStatics, `${MANTINE}/components/Button/Button.mjs`);
  expect(() => parseAst(button)).not.toThrow();
  expect(button).not.toMatch(/^Button\./m);
  // Their parts are used.
  const menu = leftOf(withoutStatics, `${MANTINE}/components/Menu/Menu.mjs`);
  expect(menu).toMatch(/^Menu\.Item = MenuItem;$/m);
  expect(menu).not.toContain('displayName');
  const loader = leftOf(withoutOtherLoaders, `${MANTINE}/components/Loader/Loader.mjs`);
  expect(loader).toMatch(/defaultLoaders = \{ oval: Oval \};/);
});

test('a component does not wait for texts, which are there before it', () => {
  const hook = leftOf(withoutWaitingForTexts, 'react-i18next/dist/es/useTranslation.js');
  expect(() => parseAst(hook)).not.toThrow();
  expect(hook).toContain('export const useTranslation = () => ({ t: getI18n()?.t ?? notReadyT });');
});
