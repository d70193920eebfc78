import type { Endpoint } from '@keepsake/contracts/platform/endpoint';
import type { ESTree, Plugin } from 'vite';

/** Files of a package, and how their code is changed. */
type Change = { name: string; files: RegExp; change: (code: string) => string };

/** Removes what we do not use of a package and a bundler cannot know. Code that a later version writes differently stays. */
const leaveOut = ({ name, files, change }: Change): Plugin => ({
  name,
  apply: 'build',
  transform: { filter: { id: files }, handler: change },
});

/**
 * Drops the logging of i18next, a tenth of its size, which we never enable: calls marked as pure are removed when their result
 * is unused.
 */
export const withoutLogs = leaveOut({
  name: 'without-logs',
  files: /node_modules\/(?:react-)?i18next\/dist\/esm?\//,
  change: (code) =>
    code.replaceAll(
      /(?<!const )\b(?:\w+\.logger\.(?:log|warn|deprecate|once)|warnOnce)\(/g,
      '/* @__PURE__ */ $&',
    ),
});

/** Drops the part of i18next that loads texts from a server: we pass ours in. */
export const withoutConnector = leaveOut({
  name: 'without-connector',
  files: /node_modules\/i18next\/dist\/esm\//,
  change: (code) =>
    code.replace(/^(class Connector extends EventEmitter \{)[\s\S]*?^\}/m, '$1 state = {}; }'),
});

/** Drops the part of i18next that puts a text into another by `$t(key)`: no text of ours does that. */
export const withoutNesting = leaveOut({
  name: 'without-nesting',
  files: /node_modules\/i18next\/dist\/esm\//,
  change: (code) => code.replace(/^( {2}nest\(str)[\s\S]*?^ {2}\}/m, '$1) { return str; }'),
});

/** Of i18next what nobody calls: copies of it, texts loaded later, other ways to name a text or to ask for it. */
const UNUSED_OF_I18NEXT = [
  'cloneInstance',
  'dir',
  'exists',
  'getFixedT',
  'getUsedParamsDetails',
  'hydrate',
  'loadLanguages',
  'loadNamespaces',
  'reloadResources',
  'toJSON',
];

/** Drops that, the reporting of missing texts, which `locales.test.ts` looks for, and answers that tell how a text was found. */
export const withoutUnusedMethods = leaveOut({
  name: 'without-unused-methods',
  files: /node_modules\/i18next\/dist\/esm\//,
  change: (code) =>
    code
      .replaceAll(/^ {2}(\w+)\(.*\) \{\n[\s\S]*?^ {2}\}/gm, (method, name) =>
        UNUSED_OF_I18NEXT.includes(name) ? `  ${name}() {}` : method,
      )
      .replace(
        /^(function keysFromSelector\(selector), opts\) \{[\s\S]*?^\}/m,
        '$1) { return String(selector); }',
      )
      .replaceAll(/^( +const returnDetails = ).*;$/gm, '$1false;')
      .replace('if (!objectNotReturned && (usedKey || usedDefault || updateMissing)) {', 'if (false) {'),
});

/**
 * Drops what each component's `useTranslation` does to wait for texts and to notice another language: `loadTexts` has activated
 * the page's only language before anything is drawn. It was noticeable with hundreds of components.
 */
export const withoutWaitingForTexts = leaveOut({
  name: 'without-waiting-for-texts',
  files: /react-i18next\/dist\/es\/useTranslation\.js$/,
  change: (code) =>
    code.replace(
      /^(export const useTranslation = )\(ns, props = \{\}\) => \{[\s\S]*?^\};/m,
      '$1() => ({ t: getI18n()?.t ?? notReadyT });',
    ),
});

/** Removes from Mantine's provider, at build time, what its settings in `app.tsx` turn off. */
export const withoutRunTimeStyles = leaveOut({
  name: 'without-run-time-styles',
  files: /MantineProvider\/MantineProvider\.mjs$/,
  change: (code) => code.replaceAll(/with(?:CssVariables|GlobalClasses) && /g, 'false && '),
});

/** Refers to Mantine's 140 colours by the variables of its style sheet, which has the values: they compress badly. */
export const withoutColourValues = leaveOut({
  name: 'without-colour-values',
  files: /MantineProvider\/default-colors\.mjs$/,
  change: (code) =>
    code.replaceAll(
      /(\w+): \[[^\]]+\]/g,
      (_, name) =>
        `${name}: Array.from({ length: 10 }, (_, shade) => \`var(--mantine-color-${name}-\${shade})\`)`,
    ),
});

/** Drops the reading of colours' values: ours are variables, for which it answers this, too. */
export const withoutColourReading = leaveOut({
  name: 'without-colour-reading',
  files: /color-functions\/to-rgba\/to-rgba\.mjs$/,
  change: (code) =>
    code.replace(/^(function toRgba\(color\) \{)[\s\S]*?^\}/m, '$1 return { r: 0, g: 0, b: 0, a: 1 }; }'),
});

/** Those of Mantine's transitions that its dialogs use, as they are or for what lies behind them. */
const TRANSITIONS = ['fade', 'fade-down'];

/** Drops the others: a button brings all of them along, for its loader, which has its own. */
export const withoutTransitions = leaveOut({
  name: 'without-transitions',
  files: /Transition\/transitions\.mjs$/,
  change: (code) =>
    code.replaceAll(/^\t"?([\w-]+)"?: \{\n[\s\S]*?^\t\},?\n/gm, (transition, name) =>
      TRANSITIONS.includes(name) ? transition : '',
    ),
});

/**
 * Drops what a component of Mantine carries for other libraries and tools: its name, and lists of its classes and variables. A
 * button no longer brings groups of buttons along, which we have none of.
 */
export const withoutStatics = leaveOut({
  name: 'without-statics',
  files: /@mantine\/core\/esm\/(?:components|core)\/.*\.mjs$/,
  change: (code) =>
    code
      .replaceAll(/^[A-Z]\w+\.(?:displayName|varsResolver) = [^;{]+;$/gm, '')
      .replaceAll(/^[A-Z]\w+\.classes = \w+_module_default;$/gm, '')
      .replaceAll(/^Button\.Group(?:Section)? = \w+;$/gm, ''),
});

/** Of Mantine's three forms of a loader only its usual one remains. */
export const withoutOtherLoaders = leaveOut({
  name: 'without-other-loaders',
  files: /Loader\/Loader\.mjs$/,
  change: (code) => code.replace(/^(const defaultLoaders = )\{[^}]*\};/m, '$1{ oval: Oval };'),
});

/** Drops the router's restoring of offsets, which `app.tsx` turns off: photo views return to the photo instead. */
export const withoutScrollRestoration = leaveOut({
  name: 'without-scroll-restoration',
  files: /router-core\/dist\/esm\/scroll-restoration\.js$/,
  change: (code) =>
    code
      .replace(/^const scrollRestorationCache = .*$/m, 'const scrollRestorationCache = {};')
      .replace(/^(function setupScrollRestoration\(router), force\) \{$/m, '$1) { const force = false;')
      .replace(/^.*scroll\.e = true;$/m, '')
      .replaceAll('scroll.e', 'false'),
});

/** What `call` reads of an endpoint. The server checks what is sent. */
const OF_BROWSERS: readonly string[] = [
  'access',
  'idToken',
  'method',
  'name',
  'path',
  'recentSignIn',
  'response',
  'service',
] satisfies (keyof Endpoint)[];

/** Drops the rest from the contract (ADR 103): each page's code would be larger by what it says of its calls. */
export const withoutServersParts: Plugin = {
  name: 'without-servers-parts',
  apply: 'build',
  transform: {
    filter: { id: /packages\/contracts\/src\/.*\.ts$/, code: /\bendpoint\(/ },
    handler(code) {
      return leaveOutProperties(code, this.parse(code));
    },
  },
};

/** The code with only the properties in `OF_BROWSERS` of each exported `endpoint({...})`. */
export function leaveOutProperties(code: string, { body }: ESTree.Program): string {
  const described = body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations.map(({ init }) => init)
      : [],
  );
  let left = code;
  for (const call of described.reverse()) {
    if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier') continue;
    const [object] = call.arguments;
    if (call.callee.name !== 'endpoint' || object?.type !== 'ObjectExpression') continue;
    const needed = object.properties.filter((part) => part.type !== 'Property' || isOfBrowsers(part.key));
    const parts = needed.map(({ start, end }) => code.slice(start, end));
    left = `${left.slice(0, object.start)}{ ${parts.join(', ')} }${left.slice(object.end)}`;
  }
  return left;
}

const isOfBrowsers = (key: ESTree.PropertyKey) => key.type === 'Identifier' && OF_BROWSERS.includes(key.name);
