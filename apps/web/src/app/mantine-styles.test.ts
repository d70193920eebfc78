import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Components whose styles main.tsx does not import, with the files that contain them. */
const STYLES: Record<string, readonly string[]> = {
  Checkbox: ['Checkbox', 'InlineInput'],
  NativeSelect: ['Input'],
  NumberInput: ['Input'],
  PasswordInput: ['Input'],
  Radio: ['Radio', 'InlineInput'],
  Switch: ['Switch', 'InlineInput'],
  Textarea: ['Input'],
  TextInput: ['Input'],
  VisuallyHidden: ['VisuallyHidden'],
};

const source = path.resolve(import.meta.dirname, '..');
const files = globSync('**/*.tsx', { cwd: source }).filter((file) => !/\.(test|fixture)\./.test(file));

/** Styles that a file needs but does not import, even if another page may have loaded them before. */
function stylesMissingIn(code: string): string[] {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(code) ?? [];
  const needed = names.split(',').flatMap((name) => STYLES[name.trim()] ?? []);
  return needed.filter((style) => !code.includes(`'@mantine/core/styles/${style}.layer.css'`));
}

test('every page imports the styles of its components', () => {
  const missing = files.flatMap((file) => {
    const styles = stylesMissingIn(readFileSync(path.join(source, file), 'utf8'));
    return styles.map((style) => `${file}: ${style}`);
  });
  expect(missing).toEqual([]);
});
