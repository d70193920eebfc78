import { type getNeededNews, NEEDED_NEWS, NEEDED_NEWS_DAYS, type ResponseOf } from '@keepsake/contracts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Deps } from './deps.ts';
import { stageOfDate } from './set-date.ts';
import { type Kind, readDates } from './store.ts';
import { readSubjects } from './subjects.ts';

type News = ResponseOf<typeof getNeededNews>['items'];

/** What a customer was recently mailed and still holds. */
export async function readNews(deps: Deps, userId: string): Promise<News> {
  const found = [
    ...(await newsOfKind(deps, userId, 'order')),
    ...(await newsOfKind(deps, userId, 'project')),
  ];
  return found.toSorted((a, b) => b.toldAt.localeCompare(a.toldAt));
}

async function newsOfKind(deps: Deps, userId: string, kind: Kind): Promise<News> {
  const now = deps.clock();
  const since = new Date(now.getTime() - NEEDED_NEWS_DAYS * DAY_MS);
  const rows = (await readDates(deps.db, { userId, kind })).filter(({ toldAt }) => toldAt && toldAt > since);
  if (rows.length === 0) return [];
  const references = rows.map(({ reference }) => reference);
  const subjects = await readSubjects(deps, { userId, kind, references });
  return rows.flatMap(({ reference, told, toldAt, date, occasion }) => {
    const subject = subjects.get(reference);
    const news = NEEDED_NEWS.find((each) => each === told);
    if (!subject?.neededBy || !news || !toldAt || stageOfDate(subject.neededBy, now) !== news) return [];
    return [{ kind, reference, title: subject.title, date, occasion, news, toldAt: toldAt.toISOString() }];
  });
}
