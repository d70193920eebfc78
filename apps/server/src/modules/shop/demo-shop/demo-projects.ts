import { isDeepStrictEqual } from 'node:util';
import { type BookPhoto, composeBook } from '@keepsake/contracts/creations/compose-book';
import {
  type BookContent,
  type BookFormat,
  MAX_BOOK_PHOTOS,
  photosOfBook,
} from '@keepsake/contracts/creations/photo-books';
import type { saveProject } from '@keepsake/contracts/creations/projects';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { BodyOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type {
  beginDemoBook,
  DemoProjectContent,
  getDemoProject,
  saveDemoProject as saveDemoProjectEndpoint,
} from '@keepsake/contracts/shop/demo-projects';
import { DEMO_SHOP_PATH } from '@keepsake/contracts/shop/demo-shop';
import { DAY_MS } from '../../../platform/clock.ts';
import { addJob, keyedTask } from '../../../platform/jobs/jobs.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { asStoredJson } from '../../../platform/stored-json.ts';
import { type Market, requireShopChannel } from './articles.ts';
import type { ShopDeps } from './deps.ts';
import { saleOf } from './project-products.ts';
import { findProject, insertProject, type ProjectRef, updateProject } from './project-store.ts';

/** Names of jobs: to report a project to the saved projects, and to draw its picture; payload ProjectRef. */
export const REPORT_PROJECT = keyedTask('report-demo-project', { lossIs: 'the next change reports it' });
export const PICTURE_PROJECT = keyedTask('picture-demo-project', { lossIs: 'the next change draws it' });

/** How long an unfinished project is kept after it was last saved. */
export const PROJECT_RETENTION_MS = 90 * DAY_MS;
/** Delay before a job reports a project, needed only if the process dies first. */
const UNREPORTED_MS = 10_000;
/** Delay before a changed cover is drawn: editing brings several changes. */
const PICTURE_AFTER_MS = 3_000;

type Saving = BodyOf<typeof saveDemoProjectEndpoint> & ProjectRef;

/**
 * Stores what a customer has begun and reports it to the saved projects. Throws `conflict` if it was saved elsewhere since the
 * version that it is based on, or has become an order, and `invalid-request` for what is not sold.
 */
export async function saveDemoProject(
  deps: ShopDeps,
  { basedOn, channel, content, ...ref }: Saving,
): Promise<ResponseOf<typeof saveDemoProjectEndpoint>> {
  saleOf(content, marketOf(deps, channel));
  const saved = { version: 1, channel, content, savedAt: deps.clock() };
  const version = await deps.db.transaction().execute(async (trx) => {
    if (basedOn === 0 && (await insertProject(trx, ref, saved))) {
      await addReporting(trx, ref, saved.savedAt);
      return saved.version;
    }
    const existing = await findProject(trx, ref, { isLocked: true });
    if (!existing) throw new Problem('not-found');
    if (isDeepStrictEqual(existing.content, asStoredJson(content))) return existing.version;
    if (existing.version !== basedOn || existing.orderCode !== null) throw new Problem('conflict');
    const next = { ...saved, version: existing.version + 1 };
    await updateProject(trx, ref, next);
    await addReporting(trx, ref, next.savedAt);
    return next.version;
  });
  const lettersLeftOut = await findLettersLeftOut(content);
  return { version, isDeleted: await reportProject(deps, ref), lettersLeftOut };
}

/** The typeface is loaded only for a title that needs a check: most use only characters that every font file has. */
async function findLettersLeftOut(content: DemoProjectContent): Promise<string> {
  if (content.kind !== 'book' || /^[\p{ASCII}\u00a0-\u00ff]*$/u.test(content.title)) return '';
  const { findLeftOut } = await import('./photo-book/typeface.ts');
  return findLeftOut(content.title);
}

async function addReporting(trx: Parameters<typeof addJob>[0], ref: ProjectRef, now: Date): Promise<void> {
  const later = (ms: number) => new Date(now.getTime() + ms);
  const key = `${ref.customerId}:${ref.code}`;
  await addJob(trx, REPORT_PROJECT, ref, { key: `${REPORT_PROJECT}:${key}`, runAt: later(UNREPORTED_MS) });
  await addJob(trx, PICTURE_PROJECT, ref, {
    key: `${PICTURE_PROJECT}:${key}`,
    runAt: later(PICTURE_AFTER_MS),
    sharedBy: ref.customerId,
    needsRoom: true,
  });
}

/**
 * Reports a project's state to the saved projects, idempotently: as last saved, or that it has ended. Returns whether the
 * customer deleted it there.
 */
export async function reportProject(
  { db, intake, articlesOf }: Pick<ShopDeps, 'db' | 'intake' | 'articlesOf'>,
  ref: ProjectRef,
): Promise<boolean> {
  const project = await findProject(db, ref);
  if (!project || project.orderCode !== null) {
    await intake.endProject({
      customerId: ref.customerId,
      projectCode: ref.code,
      ...(project?.orderCode && { orderCode: project.orderCode }),
    });
    return false;
  }
  const { version, channel, content, savedAt } = project;
  const isBook = content.kind === 'book';
  const {
    code: article,
    type: articleType,
    title: product,
    price,
    pagesCount,
  } = saleOf(content, marketOf({ articlesOf }, channel));
  const body: BodyOf<typeof saveProject> = {
    customerId: ref.customerId,
    channel,
    version,
    product,
    article,
    articleType,
    price,
    photoIds: isBook ? photosOfBook(content) : content.photoIds,
    continueUrl: `${DEMO_SHOP_PATH}/projects/${ref.code}`,
    changedAt: savedAt.toISOString(),
    keptUntil: new Date(savedAt.getTime() + PROJECT_RETENTION_MS).toISOString(),
    ...(isBook && content.title.trim() && { title: content.title.trim() }),
    ...(pagesCount !== undefined && { pagesCount }),
  };
  return await intake.saveProject(ref.code, body);
}

/** A project with those of its photos that still exist. Throws `not-found` if the customer has no such project. */
export async function openDemoProject(
  { db, presentPhotos }: Pick<ShopDeps, 'db' | 'presentPhotos'>,
  ref: ProjectRef,
): Promise<ResponseOf<typeof getDemoProject>> {
  const project = await findProject(db, ref);
  if (!project) throw new Problem('not-found');
  const { version, channel, content, orderCode } = project;
  const photos = await readPhotos({ presentPhotos }, ref.customerId, photoIdsOf(content));
  const lettersLeftOut = await findLettersLeftOut(content);
  return { version, channel, content, orderCode, lettersLeftOut, photos: photos.map(projectPhotoOf) };
}

type Started = BodyOf<typeof beginDemoBook> & { customerId: CustomerId };

/** Begins a photo book from a selection, once. Throws `not-found` for a selection that expired or has no photos left. */
export async function beginBook(
  deps: ShopDeps,
  { customerId, tempSelectionId, channel }: Started,
): Promise<{ projectCode: string }> {
  const code = `BOOK-${tempSelectionId}`;
  if (await findProject(deps.db, { customerId, code })) return { projectCode: code };
  const photoIds = await deps.openSelection(customerId, tempSelectionId);
  if (photoIds.length === 0) throw new Problem('not-found');
  if (photoIds.length > MAX_BOOK_PHOTOS) {
    const message = `has more than the ${MAX_BOOK_PHOTOS} photos a book can hold`;
    throw faultyField('body.tempSelectionId', message);
  }
  const content = await composeBookOf(deps, { customerId, photoIds, format: 'landscape' });
  await beginProject(deps, { customerId, code, channel, content });
  return { projectCode: code };
}

/** Saves a project unless there is one with that code: if begun twice at once, the other may have been changed already. */
export async function beginProject(deps: ShopDeps, started: Omit<Saving, 'basedOn'>): Promise<void> {
  await saveDemoProject(deps, { ...started, basedOn: 0 }).catch((error) => {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
  });
}

type BookOf = { customerId: CustomerId; photoIds: readonly string[]; format: BookFormat };

/** Lays out a photo book from the existing photos. */
export async function composeBookOf(
  deps: Pick<ShopDeps, 'presentPhotos'>,
  { customerId, photoIds, format }: BookOf,
): Promise<BookContent> {
  return composeBook((await readPhotos(deps, customerId, photoIds)).map(bookPhotoOf), format);
}

/** The market of a channel. Throws `invalid-request` for an unknown channel. */
export const marketOf = ({ articlesOf }: Pick<ShopDeps, 'articlesOf'>, channel: string): Market => ({
  channel: requireShopChannel(channel),
  articles: articlesOf(channel),
});

export const photoIdsOf = (content: DemoProjectContent): string[] =>
  content.kind === 'book' ? photosOfBook(content) : content.photoIds;

/** Those of the photos that exist. */
export async function readPhotos(
  { presentPhotos }: Pick<ShopDeps, 'presentPhotos'>,
  ownerId: CustomerId,
  photoIds: readonly string[],
): Promise<Photo[]> {
  if (photoIds.length === 0) return [];
  const photos = await presentPhotos(photoIds.map((photoId) => ({ ownerId, photoId })));
  return photos.filter((photo) => photo !== null);
}

/** A photo as the layout needs it; one not decoded yet counts as 3:2. */
export function bookPhotoOf({ imageId, visibleWidth, visibleHeight, dateTaken }: Photo): BookPhoto {
  const ratio = visibleWidth && visibleHeight ? visibleWidth / visibleHeight : 1.5;
  return { id: imageId, ratio, takenAt: dateTaken };
}

function projectPhotoOf(photo: Photo) {
  const { imageId, localFileName, visibleWidth, visibleHeight, dateTaken, thumbnails } = photo;
  const [thumbnail] = thumbnails;
  return {
    id: imageId,
    fileName: localFileName,
    width: visibleWidth,
    height: visibleHeight,
    takenAt: dateTaken,
    url: thumbnail ? thumbnail.url.replace(/\/\d+(\?.*)?$/, '') : null,
  };
}
