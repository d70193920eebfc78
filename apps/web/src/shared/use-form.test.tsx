// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useForm } from './use-form.ts';

afterEach(cleanup);

type Card = { name: string; town: string };

type Options = Partial<Parameters<typeof useForm<Card, keyof Card>>[0]>;
const NAMES = ['name', 'town'] as const;

/** A form of two texts that must be longer than two letters. */
function Form(options: Options) {
  const { form, textField, isWrong, forgive } = useForm<Card, keyof Card>({
    initial: { name: '', town: '' },
    faultsOf: (card) => NAMES.filter((name) => card[name].length < 3),
    unsaved: { failure: null },
    onSubmit: () => undefined,
    ...options,
  });
  return (
    <form {...form}>
      {NAMES.map((name) => (
        <input key={name} {...textField(name)} aria-label={name} aria-invalid={isWrong(name)} />
      ))}
      <button type="submit">Send</button>
      <button type="button" onClick={forgive}>
        Forgive
      </button>
    </form>
  );
}

function showForm(options: Options = {}) {
  const sent: Card[] = [];
  render(<Form onSubmit={(card) => sent.push(card)} {...options} />);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return {
    sent,
    field: (name: keyof Card) => screen.getByRole<HTMLInputElement>('textbox', { name }),
    wrong: () =>
      screen.queryAllByRole('textbox').filter((one) => one.getAttribute('aria-invalid') === 'true'),
    user: userEvent.setup(),
    send: () => press('Send'),
    forgive: () => press('Forgive'),
  };
}

test('a submit with invalid fields shows them all, focuses the first of them and sends nothing', async () => {
  const { sent, field, wrong, user, send } = showForm();
  await user.type(field('name'), 'Anna');
  await send();
  expect(sent).toEqual([]);
  expect(wrong()).toEqual([field('town')]);
  expect(document.activeElement).toBe(field('town'));
});

test('a live form follows what is saved elsewhere, except where something was typed', async () => {
  const sent: Card[] = [];
  const form = (initial: Card, isLive: boolean) => (
    <Form initial={initial} isLive={isLive} onSubmit={(card) => sent.push(card)} />
  );
  const user = userEvent.setup();
  const { rerender, unmount } = render(form({ name: 'Anna', town: 'Leeds' }, true));
  await user.type(screen.getByRole('textbox', { name: 'name' }), ' Berger');
  rerender(form({ name: 'Annabel', town: 'York' }, true));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  unmount();
  const { rerender: rerenderStill } = render(form({ name: 'Anna', town: 'Leeds' }, false));
  rerenderStill(form({ name: 'Annabel', town: 'York' }, false));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([
    { name: 'Anna Berger', town: 'York' },
    { name: 'Anna', town: 'Leeds' },
  ]);
});

test('a submit with valid fields sends what was typed', async () => {
  const { sent, field, user, send } = showForm();
  await user.type(field('name'), 'Anna');
  await user.type(field('town'), 'Graz');
  await send();
  expect(sent).toEqual([{ name: 'Anna', town: 'Graz' }]);
});

test('a field left empty is not wrong before a submit, one left with something invalid is', async () => {
  const { field, wrong, user } = showForm();
  await user.click(field('name'));
  await user.type(field('town'), 'Gr');
  expect(wrong()).toEqual([]);
  await user.tab();
  expect(wrong()).toEqual([field('town')]);
});

test('a form that judges what is left shows an empty field once it was left', async () => {
  const { field, wrong, user } = showForm({ judging: 'left' });
  await user.click(field('name'));
  await user.tab();
  expect(wrong()).toEqual([field('name')]);
});

test('a field that was wrong is right as soon as it is corrected', async () => {
  const { field, wrong, user, send } = showForm({ initial: { name: 'An', town: 'Graz' } });
  await send();
  await user.type(field('name'), 'na');
  expect(wrong()).toEqual([]);
  await user.clear(field('name'));
  expect(wrong()).toEqual([field('name')]);
});

test('a form that judges on submit only shows nothing before, and nothing once forgiven until the next', async () => {
  const { field, wrong, user, send, forgive } = showForm({ judging: 'sent' });
  await user.type(field('name'), 'An');
  await user.tab();
  expect(wrong()).toEqual([]);
  await send();
  expect(wrong()).toEqual([field('name'), field('town')]);
  await forgive();
  expect(wrong()).toEqual([]);
  await send();
  expect(wrong()).toEqual([field('name'), field('town')]);
});

const isMarked = () => document.querySelector('form[data-unsaved]') !== null;

test('what was typed is unsaved until it is sent, or typed back to what it was', async () => {
  const { field, user, send } = showForm({ initial: { name: 'Anna', town: 'Graz' } });
  expect(isMarked()).toBe(false);
  await user.type(field('name'), 'b');
  expect(isMarked()).toBe(true);
  await user.type(field('name'), '{Backspace}');
  expect(isMarked()).toBe(false);
  await user.type(field('town'), 'er');
  await send();
  expect(isMarked()).toBe(false);
  await user.type(field('town'), '!');
  expect(isMarked()).toBe(true);
});

test('what could not be sent is unsaved again, and nothing is while it is sent once more', async () => {
  const { rerender } = render(<Form unsaved={{ failure: null }} />);
  const fail = () => rerender(<Form unsaved={{ failure: new Error('away') }} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'name' }), 'Anna');
  await userEvent.type(screen.getByRole('textbox', { name: 'town' }), 'Graz');
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await send();
  fail();
  expect(isMarked()).toBe(true);
  await send();
  expect(isMarked()).toBe(false);
  fail();
  expect(isMarked()).toBe(true);
});

test('a code that was typed is never unsaved', async () => {
  const { field, user } = showForm({ unsaved: 'forgettable' });
  await user.type(field('name'), 'Anna');
  expect(isMarked()).toBe(false);
});

test('at the moment of sending nothing is unsaved, so that leaving the page then asks nothing', async () => {
  const marked: boolean[] = [];
  const { field, user, send } = showForm({ onSubmit: () => marked.push(isMarked()) });
  await user.type(field('name'), 'Anna');
  await user.type(field('town'), 'Graz');
  await send();
  expect(marked).toEqual([false]);
});
