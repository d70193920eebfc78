// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ALL_ON,
  API,
  answersOf,
  FAILURE,
  open,
  prepareScreens,
  press,
} from '#/features/library/albums/albums.fixture.ts';
import { setWindow } from '#/features/library/photos/library-screen.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { forgetActions, PHOTOS, tiles } from '#/features/library/photos/photo-actions.fixture.ts';
import german from '../../../../locales/de-AT.json' with { type: 'json' };
import english from '../../../../locales/en-GB.json' with { type: 'json' };
import french from '../../../../locales/fr-FR.json' with { type: 'json' };
import dutch from '../../../../locales/nl-NL.json' with { type: 'json' };
import swedish from '../../../../locales/sv-SE.json' with { type: 'json' };

prepareScreens();
afterEach(forgetActions);

const DELETE_ALL = `DELETE ${API}/photos/all`;
const four = makePhotos(0, 4);
const field = () => screen.findByRole<HTMLInputElement>('textbox');
const started = { requested: '2026-01-01T00:00:00Z', total: 4, deleted: 0 };
const submit = async () => userEvent.type(await field(), '{Enter}');

/** The photos, and how often deleting the whole library was requested. */
function counted() {
  const wanted = { count: 0 };
  const answers = answersOf(four);
  answers[DELETE_ALL] = () => {
    wanted.count += 1;
    return { body: started };
  };
  return { answers, requested: wanted };
}

async function type(text: string) {
  await userEvent.clear(await field());
  await userEvent.type(await field(), text);
}

describe('deleting all photos', () => {
  test('requires the exact word, and checks it only on submit [TL-21, DEL-08, DEL-09, DEL-11]', async () => {
    const { answers, requested: wanted } = counted();
    await open(PHOTOS, answers);
    await tiles();
    await press('Delete all photos');
    for (const wrong of ['delete', 'DELETE ', 'DELET', 'x']) {
      await type(wrong);
      expect(screen.queryByText('Please type DELETE to confirm')).toBeNull();
      await submit();
      expect(await screen.findByText('Please type DELETE to confirm')).toBeTruthy();
      expect((await field()).getAttribute('aria-invalid')).toBe('true');
    }
    expect(wanted.count).toBe(0);
    await type('DELETE');
    await submit();
    await waitFor(() => expect(wanted.count).toBe(1));
  });

  test('is not offered while photos are selected [TL-21]', async () => {
    await open(PHOTOS, answersOf(four));
    await tiles();
    expect(screen.getByRole('button', { name: 'Delete all photos' })).toBeTruthy();
    await press('Select');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete all photos' })).toBeNull());
  });

  test('is not offered beside a filtered library, where it would seem to delete only that [TL-21]', async () => {
    const flags = { ...ALL_ON, PhotoExportEnabled: ['*'] };
    await open(`${PHOTOS}?filter=notPrinted`, answersOf(four), flags);
    await screen.findByRole('button', { name: 'Export photos' });
    expect(screen.queryByRole('button', { name: 'Delete all photos' })).toBeNull();
  });

  test('is in a menu on phones, with a label, and returns the focus to it [TL-21]', async () => {
    setWindow(390, 844);
    await open(PHOTOS, answersOf(four));
    await tiles();
    expect(screen.queryByRole('button', { name: 'Delete all photos' })).toBeNull();
    await press('More');
    await press('Delete all photos');
    await field();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Delete all photos' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
  });

  test('shows the top of the photo page after any 2xx answer [DEL-12, DEL-16]', async () => {
    const { answers } = counted();
    answers[DELETE_ALL] = { body: 'deleted' };
    const { router } = await open(`${PHOTOS}?x=1`, answers);
    await tiles();
    act(() => window.scrollTo({ top: 700 }));
    expect(window.scrollY).toBe(700);
    await press('Delete all photos');
    await type('DELETE');
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe(PHOTOS);
    await waitFor(() => expect(window.scrollY).toBe(0));
  });

  test('that fails says so, and the dialog stays with the word [DEL-05]', async () => {
    await open(PHOTOS, { ...answersOf(four), [DELETE_ALL]: FAILURE });
    await tiles();
    await press('Delete all photos');
    await type('DELETE');
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photos could not be deleted');
    expect((await field()).value).toBe('DELETE');
  });

  test('shows its progress, also after leaving the page', async () => {
    const { answers } = counted();
    answers[`${API}/users`] = { body: { photosCount: 3, deletion: { ...started, deleted: 1 } } };
    const { router } = await open(PHOTOS, answers);
    expect(await screen.findByText('Deleting your photos: 1 of 4')).toBeTruthy();
    await router.navigate({ to: '/downloads' });
    await waitFor(() => expect(screen.queryByText(/Deleting your photos/)).toBeNull());
    await router.navigate({ to: PHOTOS });
    const progress = await screen.findByRole('progressbar', { name: /Deleting your photos/ });
    expect(progress.getAttribute('aria-valuenow')).toBe('25');
  });
});

describe('the word that confirms', () => {
  const languages = { 'en-GB': english, 'de-AT': german, 'nl-NL': dutch, 'fr-FR': french, 'sv-SE': swedish };
  const words = Object.values(languages).map(({ deleteAll }) => deleteAll.word);

  test.each(Object.entries(languages))(
    'is in the channel’s language: %s [DEL-10]',
    async (language, texts) => {
      const { answers, requested: wanted } = counted();
      await open(PHOTOS, answers);
      await tiles();
      i18next.addResourceBundle(language, 'translation', texts);
      await act(async () => void (await i18next.changeLanguage(language)));
      const { title, word } = texts.deleteAll;
      expect(new Set(words).size).toBe(5);
      await press(title);
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText(new RegExp(word))).toBeTruthy();
      await type(words.find((other) => other !== word) ?? '');
      await submit();
      expect(await screen.findByText(texts.deleteAll.wrong.replace('{{word}}', word))).toBeTruthy();
      expect(wanted.count).toBe(0);
      await type(word);
      await submit();
      await waitFor(() => expect(wanted.count).toBe(1));
    },
  );
});
