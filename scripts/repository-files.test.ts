import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(file, 'utf8');
const packageOf = (file: string) => JSON.parse(read(file));
const own = packageOf('package.json');

describe('the files that tools around the repository read', () => {
  test('name the Node that npm installs', () => {
    const pinned = new Set<string>(Object.values(own.optionalDependencies));
    expect([...pinned]).toEqual([read('.nvmrc').trim()]);
  });

  test('run the same gate in the pipeline', () => {
    const { jobs } = parse(read('.github/workflows/gate.yml'));
    expect(jobs.gate.steps.map(({ run }: { run?: string }) => run)).toContain('.ci/run');
    expect(read('.ci/run')).toContain('exec npm test');
  });

  test.each(globSync('.github/**/*.yml'))('%s can be read', (file) => {
    expect(parse(read(file))).toBeTypeOf('object');
  });

  test('start programs that exist in the editor', () => {
    const { configurations } = JSON.parse(read('.vscode/launch.json'));
    const { tasks } = JSON.parse(read('.vscode/tasks.json'));
    const programs = configurations.flatMap((one: Record<string, string>) => [
      one.program,
      one.runtimeExecutable,
    ]);
    const missing = programs.filter(
      (file: string) => !existsSync(file.replace(/^\$\{workspaceFolder\}/, '.')),
    );
    expect(missing).toEqual([]);
    const builds = configurations.flatMap(
      ({ preLaunchTask }: { preLaunchTask?: string }) => preLaunchTask ?? [],
    );
    const labels = tasks.map(({ label }: { label: string }) => label);
    expect(builds.filter((name: string) => !labels.includes(name))).toEqual([]);
    expect(tasks.filter(({ script }: { script: string }) => own.scripts[script] === undefined)).toEqual([]);
  });

  test('name owners of files that exist', () => {
    const owned = read('.github/CODEOWNERS')
      .split('\n')
      .flatMap((line) => /^\/(\S+)/.exec(line)?.[1] ?? []);
    expect(owned.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('give every package the same version and licence', () => {
    const files = [
      'package.json',
      ...globSync([
        'apps/*/package.json',
        'packages/*/package.json',
        'e2e/package.json',
        'bench/package.json',
      ]),
    ];
    const stated = files
      .map((file) => packageOf(file))
      .map(({ version, license }) => `${version} ${license}`);
    expect([...new Set(stated)]).toEqual([`${own.version} Apache-2.0`]);
  });

  test('give people a hook that git can run', () => {
    expect(statSync('.githooks/pre-commit').mode & 0o111).toBe(0o111);
    expect(() => execFileSync('sh', ['-n', '.githooks/pre-commit'])).not.toThrow();
  });
});
