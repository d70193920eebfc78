import { expect, test } from 'vitest';
import { checkForms } from './forms.ts';

const FILE = 'apps/web/src/features/library/albums/album-name-form.tsx';
const judge = (text: string, file = FILE) => checkForms(new Map([[file, `\n${text}`]]));

test.each([
  '<form onSubmit={submit} noValidate>',
  '    <form\n      className={classes.form}\n      {...form}>',
  '<form>',
  '<form {...own}>',
  '<Box component="form" {...form}>',
  "createElement('form', {})",
])('a form that is not of useForm is listed: %s', (text) => {
  expect(judge(text)).toEqual([`${FILE}:2: forms are those of useForm`]);
});

test.each([
  '<form {...form}>',
  '<form {...typed.form} className={classes.form}>',
  'export function Form() {}',
  'const { form } = useForm({});',
])('%s is none of them', (text) => {
  expect(judge(text)).toEqual([]);
});

test('forms of tests are their own', () => {
  expect(judge('<form>', 'apps/web/src/shared/dialog.test.tsx')).toEqual([]);
});
