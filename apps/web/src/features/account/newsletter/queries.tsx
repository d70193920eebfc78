import { getNewsletter, type Newsletter } from '@keepsake/contracts/account/newsletter';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsGroup } from '#/features/account/settings/index.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDateInSentence } from '#/shared/format.ts';

/** The language of the page, in which the server returns the consent text. */
export const languageOfPage = (): Locale => document.documentElement.lang || DEFAULT_LOCALE;

/** The customer's subscription and choices. */
export const newsletterQuery = queryOptions({
  queryKey: ['Account', 'newsletter'],
  meta: { action: 'LOAD_NEWSLETTER' },
  queryFn: ({ signal }) => call(getNewsletter, { query: { locale: languageOfPage() } }, { signal }),
});

/** The settings group for the newsletter. */
export const newsletterGroup = settingsGroup({
  key: 'newsletter',
  title: 'newsletter.title',
  action: 'settings.change',
  actionInFull: 'newsletter.change',
  to: '/settings/newsletter',
  query: newsletterQuery,
  Value: NewsletterValue,
});

function NewsletterValue({ data: { status, topics, pausedUntil } }: { data: Newsletter }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  if (status !== 'subscribed') return <p>{t(`newsletter.state.${status}`)}</p>;
  const named = topics.map((topic) => t(`newsletter.topic.${topic}`));
  return (
    <>
      <p>{named.join(' · ')}</p>
      {pausedUntil && (
        <p>{t('newsletter.pausedUntil', { date: formatDateInSentence(pausedUntil, locale, timeZone) })}</p>
      )}
    </>
  );
}
