import { dateInWords } from '@keepsake/contracts/platform/formats';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import { type Html, html } from '../../../platform/markup.ts';
import { dateInSentence } from '../../../platform/texts.ts';
import { type Appearance, layout } from '../pages/index.ts';
import { ADDRESSES } from './appearance.ts';
import type { ConsoleEntry } from './deps.ts';
import type { listSessions } from './sessions.ts';
import type { Operator } from './store.ts';

/** Outcomes of an action, as they appear in the page's address. */
export const OUTCOMES = [
  'shown',
  'takenDown',
  'dismissed',
  'decided',
  'changed',
  'reasonMissing',
  'ended',
] as const;
export type Outcome = (typeof OUTCOMES)[number];
const REFUSALS: readonly Outcome[] = ['decided', 'changed', 'reasonMissing'];

type Session = Awaited<ReturnType<typeof listSessions>>[number];
type Shown = {
  operator: Operator;
  offered: readonly ConsoleEntry[];
  reported: readonly ConsoleEntry[];
  sessions: readonly Session[];
  /** The id of the asking session. */
  current: string;
  outcome: Outcome | null;
};

/** The operators' page: what awaits a decision, what was reported, and where they are signed in. */
export function consolePage(appearance: Appearance, shown: Shown): string {
  const { t } = appearance;
  const { operator, offered, reported, outcome } = shown;
  const notice = outcome && REFUSALS.includes(outcome) ? 'alert' : 'notice';
  return layout(
    appearance,
    t('operator.console'),
    html`<form class="who" method="post" action="${ADDRESSES.signOut}">
<p>${t('operator.who', { name: operator.name, email: operator.email })}</p>
<button class="small" type="submit">${t('operator.signOut')}</button>
</form>
${outcome && html`<p class="${notice}" role="status">${t(`operator.done.${outcome}`)}</p>`}
<h2>${t('operator.offered')}</h2>
${offered.length === 0 && html`<p class="intro">${t('operator.offeredNone')}</p>`}
${offered.map((each) => entry(appearance, each))}
<h2>${t('operator.reported')}</h2>
${reported.length === 0 && html`<p class="intro">${t('operator.reportedNone')}</p>`}
${reported.map((each) => entry(appearance, each))}
${sessionList(appearance, shown)}`,
    { isForOperators: true },
  );
}

function entry(appearance: Appearance, { id, ...of }: ConsoleEntry): Html {
  const { t, brand, locale } = appearance;
  const address = `${ADDRESSES.gallery}/${id}`;
  const pictures = of.pictures.map(
    ({ id: pictureId, place }) =>
      html`<a href="${pictureAt(`${address}/pictures/${pictureId}`, 1300)}"><img src="${pictureAt(`${address}/pictures/${pictureId}`, 300)}" alt="${t('operator.page', { place })}" loading="lazy"></a>`,
  );
  const reports = of.reports.map(({ kind, note }) => html`<li>${kind}${note && html`: “${note}”`}</li>`);
  return html`<article class="entry">
<h3>${of.title}</h3>
<p class="hint">${of.channel} · ${of.category} · ${dateInSentence(of.offered_at, locale, brand.timeZone)}</p>
${of.text && html`<p>${of.text}</p>`}
<div class="pictures">${pictures.length > 0 ? pictures : html`<p class="intro">${t('operator.noPictures')}</p>`}</div>
${reports.length > 0 && html`<ul>${reports}</ul>`}
<div class="decisions">
${of.state === 'offered' && of.version && html`<form method="post" action="${address}/approve"><input type="hidden" name="version" value="${of.version}"><button class="small main" type="submit">${t('operator.approve')}</button></form>`}
${reports.length > 0 && html`<form method="post" action="${address}/dismiss"><input type="hidden" name="reports" value="${of.reports.map((report) => report.id).join(' ')}"><button class="small" type="submit">${t('operator.dismiss')}</button></form>`}
${of.state !== 'taken-down' && takeDown(appearance, id)}
</div>
</article>`;
}

function takeDown({ t }: Appearance, id: string): Html {
  return html`<form class="reason" method="post" action="${ADDRESSES.gallery}/${id}/take-down">
<label for="reason-${id}">${t('operator.reason')}</label>
<input id="reason-${id}" name="reason" type="text" maxlength="500" autocomplete="off" required>
<button class="small" type="submit">${t('operator.takeDown')}</button>
</form>`;
}

function sessionList(appearance: Appearance, { sessions, current }: Shown): Html {
  const { t } = appearance;
  const rows = sessions.map((session) => {
    const name = [session.browser, session.system].filter(Boolean).join(' · ') || t('event.device.unknown');
    const times = {
      started: timeOf(appearance, session.started_at),
      used: timeOf(appearance, session.last_used_at),
    };
    return html`<li>
<form method="post" action="${ADDRESSES.sessions}/${session.id}/end">
<p>${name}${session.id === current && html` <strong>(${t('operator.thisSession')})</strong>`}<br><span class="hint">${t('operator.times', times)}</span></p>
<button class="small" type="submit">${t(session.id === current ? 'operator.signOut' : 'operator.end')}</button>
</form>
</li>`;
  });
  return html`<h2>${t('operator.sessions')}</h2>
<ul class="sessions">${rows}</ul>
${sessions.length > 1 && html`<form method="post" action="${ADDRESSES.sessions}/end-others"><button class="small" type="submit">${t('operator.endOthers')}</button></form>`}`;
}

function timeOf({ locale, brand: { timeZone } }: Appearance, at: Date): string {
  return dateInWords(at, locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}
