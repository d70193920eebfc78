import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'keepsake-languages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command as npm does for somebody in `folder`. */
function texts(...args: string[]) {
  const env = Object.assign({}, process.env, { INIT_CWD: folder });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/texts/main.ts', ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}
function write(name: string, content: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

test('a language of one’s own goes out and comes back with what its folder has, and stays as it is if refused', () => {
  const mails = write('languages/da-DK/mails.json', '{\n  "greeting": "Hej,"\n}\n');
  const xlf = path.join(folder, 'da-DK.xlf');
  texts('export', 'da-DK', 'da-DK.xlf', '--folder', 'languages');
  const sent = readFileSync(xlf, 'utf8');
  expect(sent).toContain('>Hej,</target>');
  const source = '<source>Best wishes,\nThe {{brand}} team</source>';
  writeFileSync(xlf, sent.replace(source, `${source}<target>Holdet</target>`));
  const refused = texts('import', 'da-DK.xlf', '--folder', 'languages');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/nothing was taken[\s\S]*'signature' lacks 'brand'/);
  expect(JSON.parse(readFileSync(mails, 'utf8'))).toEqual({ greeting: 'Hej,' });
  writeFileSync(xlf, sent.replace(source, `${source}<target>Holdet bag {{brand}}</target>`));
  const { stdout } = texts('import', xlf, '--folder', `${folder}/languages/`);
  expect(stdout).toContain('1 translations taken');
  expect(JSON.parse(readFileSync(mails, 'utf8'))).toEqual({
    greeting: 'Hej,',
    signature: 'Holdet bag {brand}',
  });
  expect(texts('stale', '--folder', 'languages').stdout).toContain('da-DK mails:greeting');
});

describe('a folder', () => {
  test('that is not there, or has no texts of the language, is refused by its name, with nothing written', () => {
    expect(texts('export', 'da-DK', 'da-DK.xlf', '--folder', 'langauges')).toEqual({
      status: 1,
      stdout: '',
      stderr: `--folder: ${folder}/langauges is not a folder\n`,
    });
    write('languages/fi-FI/mails.json', '{}');
    for (const command of ['export', 'stale'])
      expect(texts(command, 'da-DK', 'da-DK.xlf', '--folder', 'languages').stderr).toBe(
        `--folder: ${folder}/languages has no texts of da-DK, for it has no folder da-DK: make one to begin the language\n`,
      );
    expect(existsSync(path.join(folder, 'da-DK.xlf'))).toBe(false);
  });

  test('with a broken file is refused with the name of the file', () => {
    const file = write('languages/da-DK/mails.json', '{ "greeting": "Hej", }');
    const { status, stderr } = texts('export', 'da-DK', 'da-DK.xlf', '--folder', 'languages');
    expect([status, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toContain(`${file} is not valid JSON: `);
  });
});

test('--help says how it is used, and an option that it does not have is refused so', () => {
  const { status, stdout } = texts('--help');
  expect(status).toBe(0);
  expect(stdout).toContain('npm run texts -- export LANGUAGE FILE.xlf [--folder FOLDER]');
  const mistyped = texts('export', 'da-DK', 'da-DK.xlf', '--foler', 'languages');
  expect(mistyped).toMatchObject({ status: 1, stdout: '' });
  expect(mistyped.stderr).toContain("Unknown option '--foler'");
  expect(mistyped.stderr).toContain('npm run texts -- export LANGUAGE');
  expect(mistyped.stderr).not.toContain('    at ');
});

test('the example of a language of one’s own was made from today’s English', () => {
  const languages = path.resolve('docs/examples/own-brand/languages');
  expect(texts('stale', '--folder', languages)).toMatchObject({
    stderr: '',
    stdout: `da-DK: 0 to look at (${languages}/da-DK.sources.json).\n`,
  });
});
