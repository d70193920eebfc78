// @vitest-environment happy-dom

import type { Project } from '@keepsake/contracts/creations/projects';
import { addDays, type StorageAccount } from '@keepsake/contracts/library/retention';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import { fakePush } from '#/shared/push.fixture.ts';
import { toastStore } from '#/shared/ui/toasts.tsx';

const API = '/api/projects/api/v2';
const LIST = `${API}/projects/${customer.customerId}`;
const TODAY = '2026-11-22';
const FAILURE = { status: 400, body: { code: 'x', correlationId: 'abcdef1234567890' } };
const idOf = (n: number) => `0190a5a5-0000-7000-8000-${String(n).padStart(12, '0')}`;

const makeProject = (n: number, changes: Partial<Project> = {}): Project => ({
  id: idOf(n),
  channel: 'pennyfern',
  title: `Project ${n}`,
  product: 'Photo book, 28 × 21 cm',
  article: null,
  articleType: null,
  currency: 'GBP',
  price: null,
  pagesCount: 26,
  photosCount: 12,
  missingPhotosCount: 0,
  changedAt: '2026-11-20T10:00:00Z',
  keptUntil: null,
  deletedAt: null,
  restorableUntil: null,
  continueUrl: `https://editor.example/projects/${n}`,
  pictureUrl: null,
  neededBy: null,
  ...changes,
});
const makeProjects = (count: number) => Array.from({ length: count }, (_, at) => makeProject(at + 1));

/** A server with these projects, which can be deleted and restored. */
function serve(all: Project[], requested: string[] = []): Answers {
  const gone = new Set<string>();
  const answers: Answers = {
    '/api/customers/customers/me': { body: customer },
    [LIST]: (query) => {
      const isDeleted = query.get('deleted') === 'true';
      if (!isDeleted) requested.push(String(query));
      const listed = all.filter(({ id }) => gone.has(id) === isDeleted);
      const skip = Number(query.get('skip') ?? 0);
      const items = listed.slice(skip, skip + Number(query.get('limit') ?? 10));
      const restorableUntil = isDeleted ? '2026-12-22T10:00:00Z' : null;
      return { body: { items: items.map((item) => ({ ...item, restorableUntil })), total: listed.length } };
    },
  };
  for (const { id } of all) {
    const change = (act: () => void) => () => {
      act();
      return { status: 204, body: null };
    };
    answers[`DELETE ${API}/project/${id}`] = change(() => gone.add(id));
    answers[`POST ${API}/project/${id}/restore`] = change(() => gone.delete(id));
  }
  return answers;
}

const open = (answers: Answers, path = '/saved-projects', push?: Parameters<typeof showApp>[0]['push']) =>
  showApp({ path, answers, push: push ?? null, flags: { ReactivationEnabled: ['*'] } });
/** Names of the projects that can be continued. */
const names = async () =>
  (await screen.findAllByRole('link', { name: /^Continue/ })).map(({ textContent }) =>
    textContent?.replace(/^Continue /, ''),
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  window.innerWidth = 1280;
  toastStore.setState({ toasts: [] });
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the saved projects', () => {
  test('are listed in pages of ten, each with its own address [RTE-18] [PRJ-01] [PRJ-05]', async () => {
    const requested: string[] = [];
    const { router } = await open(serve(makeProjects(23), requested));
    expect(await names()).toHaveLength(10);
    const pages = within(screen.getByRole('navigation', { name: 'Pages: Saved projects' }));
    await userEvent.click(pages.getByRole('link', { name: 'Page 3' }));
    await waitFor(async () => expect(await names()).toEqual(['Project 21', 'Project 22', 'Project 23']));
    expect(router.state.location.search).toEqual({ page: 3 });
    expect(requested).toEqual(['skip=0&limit=10', 'skip=20&limit=10']);
    expect(document.title).toBe('Saved projects · Pennyfern');
  });

  test('show what each becomes, its size, its expiry and the link to continue', async () => {
    const changes = { keptUntil: '2027-05-20T10:00:00Z', missingPhotosCount: 2 };
    await open(serve([makeProject(1, changes), makeProject(2, { title: null, product: null })]));
    expect(await names()).toEqual(['Project 1', 'Untitled project']);
    const [card] = screen
      .getAllByRole('listitem')
      .filter(({ textContent }) => textContent?.includes('Project 1'));
    const inCard = within(card as HTMLElement);
    inCard.getByText('Photo book, 28 × 21 cm');
    inCard.getByText('26 pages · 12 photos');
    inCard.getByText('Changed on 20 Nov 2026');
    inCard.getByText('Kept until 20 May 2027');
    inCard.getByText('2 of its photos are no longer in your library');
    expect(inCard.getByRole('link', { name: 'Continue Project 1' }).getAttribute('href')).toBe(
      'https://editor.example/projects/1',
    );
  });

  test('say that there are none [PRJ-03]', async () => {
    await open(serve([]));
    expect(await screen.findByText("You haven't started any projects yet")).toBeTruthy();
  });

  test('that cannot be loaded can be tried again [PRJ-05]', async () => {
    const answers = serve(makeProjects(1));
    const good = answers[LIST];
    let isBroken = true;
    await open({
      ...answers,
      [LIST]: (...requested) =>
        isBroken ? FAILURE : typeof good === 'function' ? good(...requested) : FAILURE,
    });
    expect(await screen.findByText('Your saved projects could not be loaded.')).toBeTruthy();
    isBroken = false;
    await press('Try again');
    expect(await names()).toEqual(['Project 1']);
  });

  test('a deleted one can be restored from the toast [PRJ-02]', async () => {
    await open(serve(makeProjects(2)));
    await names();
    await press('Delete Project 1');
    await waitFor(async () => expect(await names()).toEqual(['Project 2']));
    await press('Undo');
    await waitFor(() => expect(screen.queryByText('Recently deleted')).toBeNull());
    expect(await names()).toEqual(['Project 1', 'Project 2']);
  });

  test('a deleted one can be restored from the list of deleted projects, even if it was the last [PRJ-02]', async () => {
    await open(serve(makeProjects(1)));
    await names();
    await press('Delete Project 1');
    expect(await screen.findByText("You haven't started any projects yet")).toBeTruthy();
    expect(await screen.findByText('Can be restored until 22 Dec 2026')).toBeTruthy();
    await press('Restore Project 1');
    expect(await names()).toEqual(['Project 1']);
  });

  test('redirect to the last existing page when the current one becomes empty', async () => {
    const { router } = await open(serve(makeProjects(11)), '/saved-projects?page=2');
    expect(await names()).toEqual(['Project 11']);
    await press('Delete Project 11');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Continue/ })).toHaveLength(10));
  });

  test('warn if their photos will be deleted soon', async () => {
    const storage = (deletionDate: string): StorageAccount => ({
      delayedDeletionDate: null,
      lastOrderDate: null,
      projectCount: 1,
      projectedDeletionDate: deletionDate,
      registrationDate: '2025-06-01',
      today: TODAY,
      photosCount: 12,
      keptUntilIfOrderedToday: '2028-05-22',
      hidden: null,
      reminders: [],
    });
    const soon = { '/api/storage/status': { body: storage(addDays(TODAY, 12)) } };
    await open({ ...serve(makeProjects(1)), ...soon });
    expect(
      await screen.findByText(/^The photos of your projects will be deleted on 4 December 2026\./),
    ).toBeTruthy();
    cleanup();
    await open({ ...serve([makeProject(1, { photosCount: 0 })]), ...soon });
    await names();
    expect(screen.queryByText(/will be deleted/)).toBeNull();
  });

  test('are reloaded when another device changes them', async () => {
    const push = fakePush();
    const all = makeProjects(1);
    await open(serve(all), '/saved-projects', push);
    expect(await names()).toEqual(['Project 1']);
    all.unshift(makeProject(2));
    act(() => push.say('projects-changed', {}));
    await waitFor(async () => expect(await names()).toEqual(['Project 2', 'Project 1']));
  });
});
