import type { Step } from './steps.ts';

/** The checks that run nothing of Keepsake, by the names of their npm scripts. */
export const STATIC_CHECKS: Record<string, Step[]> = {
  typecheck: [
    { name: 'types of the server, the contracts and the tools', command: ['tsc', '-p', 'tsconfig.json'] },
    { name: 'types of the web app', command: ['tsc', '-p', 'apps/web'] },
  ],
  lint: [{ name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] }],
  conventions: [{ name: 'conventions', command: ['node', 'scripts/conventions.ts'] }],
  unused: [{ name: 'dead code and dependencies', command: ['knip', '--no-progress'] }],
  'unused-in-production': [
    {
      name: 'code that only tests use',
      command: [
        ...['knip', '--production', '--no-progress', '--config', 'knip.production.json'],
        ...['--include', 'files,exports,nsExports,types,nsTypes'],
        ...['apps/server', 'apps/web', 'packages/contracts', 'bench'].flatMap((name) => [
          '--workspace',
          name,
        ]),
      ],
    },
  ],
};
