import * as z from 'zod';

const lockedPackage = z.looseObject({
  version: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
export type LockedPackage = z.infer<typeof lockedPackage>;

const lockfile = z.object({ version: z.string().optional(), packages: z.record(z.string(), lockedPackage) });
/** The part of package-lock.json that our tools read: packages by their folder. */
export type Lockfile = z.infer<typeof lockfile>;
/** Checks it as it is: what is written again keeps its order. */
export const lockfileSchema = z.custom<Lockfile>(
  (value) => lockfile.safeParse(value).success,
  'is no lockfile',
);

/** Licences that ask for no more than their notice. A package under another one needs an offer below, or a decision. */
const PERMISSIVE = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'OFL-1.1', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib'],
];

/** Licences that packages state in their files, not in package.json. */
const STATED: Record<string, string> = { 'combine-errors': 'MIT', 'png-js': 'MIT' };

/** Where the source of packages is whose licence requires to offer it; all are used unmodified. */
const OFFERS: { packages: RegExp; what: string; source: (version: string) => string }[] = [
  {
    packages: /^@img\/sharp-libvips-/,
    what: 'sharp-libvips, libvips and the libraries built into it,',
    source: (version) =>
      `https://github.com/lovell/sharp-libvips/tree/v${version}, whose THIRD-PARTY-NOTICES.md lists each library with its source`,
  },
  {
    packages: /^@img\/sharp-(win32|wasm32)/,
    what: 'sharp with libvips built in (Windows, WebAssembly)',
    source: (version) =>
      `https://github.com/lovell/sharp/tree/v${version} and https://github.com/lovell/sharp-libvips`,
  },
  {
    packages: /^libheif-js$/,
    what: 'libheif-js, libheif and libde265 as WebAssembly,',
    source: (version) =>
      `https://github.com/catdad-experiments/libheif-js/tree/v${version}, https://github.com/strukturag/libheif and https://github.com/strukturag/libde265`,
  },
  {
    packages: /^exifreader$/,
    what: 'exifreader',
    source: (version) => `https://github.com/mattiasw/ExifReader/tree/${version}`,
  },
];

const HEADER = `Keepsake
Copyright 2026 The Keepsake authors

Licensed under the Apache License, Version 2.0; see LICENSE.

Its address formats follow the data of Google's libaddressinput (CC-BY 4.0). It contains no other work of others: npm installs the packages below, each with its own licence text in its folder of
node_modules; the build of the web app lists those in its scripts in dist/licenses.md. The programs in the packages of Node
and PostgreSQL carry their licences beside them.

This file is written by \`npm run complete-lockfile\` from package-lock.json, for every platform.
`;

/** The text of NOTICE. Throws one sentence about a package whose licence nobody has decided on. */
export function noticeOf({ packages }: Lockfile): string {
  const used = Object.entries(packages)
    .filter(([location, { dev, link }]) => location.includes('node_modules/') && !dev && !link)
    .map(([location, entry]) => judgePackage(location, entry));
  const offered = OFFERS.flatMap(({ packages, what, source }) =>
    used
      .filter(({ name }) => packages.test(name))
      .map(({ version, licence }) => `${what} ${version}, ${licence}:\n  ${source(version)}`),
  );
  const lines = used.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  return [
    HEADER,
    'Source of packages under LGPL and MPL',
    '-------------------------------------',
    ...unique(offered),
    '',
    'All packages',
    '------------',
    ...unique(lines),
    '',
  ].join('\n');
}

const unique = (lines: string[]) => [...new Set(lines)].sort();

function judgePackage(location: string, { version = '', license }: LockedPackage) {
  const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const licence = STATED[name] ?? String(license ?? 'none stated');
  if (!isPermissive(licence) && !OFFERS.some(({ packages }) => packages.test(name))) {
    throw new Error(
      `${name} ${version} is under ${licence}: decide on it in scripts/notice.ts, or do without it.`,
    );
  }
  return { name, version, licence };
}

/** Of alternatives one suffices; of several together each counts. */
function isPermissive(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isPermissive);
  return plain.split(' AND ').every((one) => PERMISSIVE.includes(one));
}
