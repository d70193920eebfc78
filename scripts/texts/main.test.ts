import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'keepsake-languages-'));
afterEach(() => rmSync(folder, { recursive: true }));

const texts = (...args: string[]) =>
  execFileSync(process.execPath, ['scripts/texts/main.ts', ...args], { encoding: 'utf8', stdio: 'pipe' });

test('a language of one’s own goes out and comes back with what its folder has, and stays as it is if refused', () => {
  const mails = path.join(folder, 'da-DK/mails.json');
  const xlf = path.join(folder, 'da-DK.xlf');
  mkdirSync(path.dirname(mails));
  writeFileSync(mails, '{\n  "greeting": "Hej,"\n}\n');
  texts('export', 'da-DK', xlf, '--folder', folder);
  const sent = readFileSync(xlf, 'utf8');
  const source = '<source>Best wishes,\nThe {{brand}} team</source>';
  writeFileSync(xlf, sent.replace(source, `${source}<target>Holdet</target>`));
  expect(() => texts('import', xlf, '--folder', folder)).toThrow(
    /nothing was taken[\s\S]*'signature' lacks 'brand'/,
  );
  expect(JSON.parse(readFileSync(mails, 'utf8'))).toEqual({ greeting: 'Hej,' });
  writeFileSync(xlf, sent.replace(source, `${source}<target>Holdet bag {{brand}}</target>`));
  expect(texts('import', xlf, '--folder', `${folder}/`)).toContain('1 translations taken');
  expect(JSON.parse(readFileSync(mails, 'utf8'))).toEqual({
    greeting: 'Hej,',
    signature: 'Holdet bag {brand}',
  });
  expect(texts('stale', 'da-DK', '--folder', folder)).toContain('da-DK mails:greeting');
});
