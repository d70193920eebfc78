import type { Locale } from '@keepsake/contracts';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../../platform/problem.ts';
import { findView, sendWidgetPicture } from '../widgets/index.ts';
import { type Decision, decide } from './decide.ts';
import type { Parts } from './deps.ts';
import { refOf } from './pages/read-gallery.ts';
import { dismissReports, listForOperator } from './reports.ts';
import { findEntryById } from './store.ts';
import { translatorFor } from './texts.ts';

type ConsoleDeps = Pick<Parts, 'db' | 'clock' | 'objects' | 'publicUrl'>;
type Picture = { place: string; size: string; reply: FastifyReply };

/** What operators do on their page, using the functions that the commands call, and the pictures that they decide on. */
export const createGalleryConsole = (deps: ConsoleDeps) => ({
  async list(which: 'offered' | 'reported', locale: Locale) {
    const t = translatorFor(locale);
    const asked = which === 'offered' ? { state: 'offered' } : { isReported: true };
    const entries = await listForOperator(deps.db, asked);
    return Promise.all(
      entries.map(async ({ reports, ...entry }) => ({
        ...entry,
        reports: reports.map(({ kind, note }) => ({ kind: t(`report.${kind}`), note })),
        places: await placesOf(deps, entry.id),
      })),
    );
  },
  decide: (id: string, decision: Decision, by: string) => decide(deps, id, decision, by),
  dismiss: (id: string) => dismissReports(deps.db, id),
  /** A picture of an entry in any state. Throws `not-found`. */
  async sendPicture(id: string, picture: Picture): Promise<FastifyReply> {
    const entry = await findEntryById(deps.db, id);
    if (!entry) throw new Problem('not-found');
    return sendWidgetPicture(deps, refOf(entry), picture);
  },
});

/** The places of the pages that an entry's widget shows; none if its order is blocked or its account closed. */
async function placesOf({ db }: Pick<ConsoleDeps, 'db'>, id: string): Promise<number[]> {
  const entry = await findEntryById(db, id);
  const view = entry && (await findView(db, refOf(entry), String));
  const leaves = view?.openings.flatMap((opening) => opening.leaves) ?? [];
  return leaves.flatMap(({ page }) => (page.pictureUrl === null ? [] : Number(page.pictureUrl)));
}
