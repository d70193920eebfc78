import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../../platform/problem.ts';
import type { Decision, ShownPicture } from '../../account/operators/index.ts';
import { isVisible, sendPagePicture } from '../widgets/index.ts';
import { readContent } from './content.ts';
import { decide } from './decide.ts';
import type { Parts } from './deps.ts';
import { listForOperator } from './list-for-operator.ts';
import { dismissReports } from './reports.ts';
import { findEntryById } from './store.ts';
import { translatorFor } from './texts.ts';

type ConsoleDeps = Pick<Parts, 'db' | 'clock' | 'objects' | 'publicUrl'>;

/** What operators do on their page, using the functions that the commands call, and the pictures that they decide on. */
export const createGalleryConsole = (deps: ConsoleDeps) => ({
  async list(which: 'offered' | 'reported', locale: Locale) {
    const t = translatorFor(locale);
    const requested = which === 'offered' ? { state: 'offered' } : { isReported: true };
    const entries = await listForOperator(deps.db, requested);
    return entries.map(({ reports, ...entry }) => ({
      ...entry,
      reports: reports.map(({ id, kind, note }) => ({ id, kind: t(`report.${kind}`), note })),
    }));
  },
  decide: (id: string, decision: Decision, by: string) => decide(deps, id, decision, by),
  dismiss: (id: string, reportIds: readonly string[]) => dismissReports(deps.db, id, reportIds),
  /** A picture that an entry in any state shows now. Its address names the file, so that a browser's cache shows no other. */
  async sendPicture(id: string, { pictureId, size, reply }: ShownPicture): Promise<FastifyReply> {
    const entry = await findEntryById(deps.db, id);
    const content = entry && (await readContent(deps.db, entry));
    const page = content?.pages.find((each) => each.id === pictureId);
    if (!content || !isVisible(content.widget) || !page?.objectKey) throw new Problem('not-found');
    return sendPagePicture(reply, deps.objects, { objectKey: page.objectKey, size });
  },
});
