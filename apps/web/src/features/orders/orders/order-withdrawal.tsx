import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { createMomentInSentence, formatDayInSentence, useLocale } from '#/shared/format.ts';
import classes from './order-withdrawal.module.css';
import { Panel } from './panel.tsx';
import type { WholeOrder } from './queries.ts';

type Withdrawal = NonNullable<WholeOrder['withdrawal']>;
type Props = { orderCode: string; withdrawal: Withdrawal };

/** What a consumer can withdraw from and until when, why not from other products, and previous declarations. */
export function OrderWithdrawal({ orderCode, withdrawal: { products, declarations } }: Props) {
  const { t } = useTranslation();
  const { isBusiness } = useIsBusiness();
  const formatMoment = createMomentInSentence(useLocale(), useChannel().timeZone);
  const titlesByWords = useTitlesByWords(products);
  if (isBusiness || (titlesByWords.size === 0 && declarations.length === 0)) return null;
  return (
    <Panel title={t('orders.withdrawal.title')}>
      <div className={classes.rights}>
        {declarations.map(({ withdrawalId, declaredAt, products: names, returnTo, returnBy }) => (
          <div key={withdrawalId} className={classes.declaration}>
            <p className={classes.received}>
              {t('orders.withdrawal.received', { date: formatMoment(new Date(declaredAt)) })}
              {names.length > 0 && <span className={classes.names}>{names.join(', ')}</span>}
            </p>
            <SendBack to={returnTo} by={returnBy} />
          </div>
        ))}
        {[...titlesByWords].map(([words, titles]) => (
          <p key={words}>
            {products.length > 1 && <strong>{titles.join(', ')}: </strong>}
            {words}
          </p>
        ))}
        {products.some(({ right }) => right.state === 'open') && (
          <Button
            variant="default"
            className={classes.action}
            renderRoot={(props) => <Link to="/withdrawal" search={{ orderCode }} {...props} />}
          >
            {t('shell.withdrawal')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** Where goods that have arrived are sent back, and until when. */
export function SendBack({ to, by }: { to: readonly string[]; by: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div>
      <p className={classes.sendBack}>
        {t('withdrawal.sendBack', { date: formatDayInSentence(by, locale) })}
      </p>
      <address className={classes.address}>{to.join('\n')}</address>
    </div>
  );
}

/** What is to be said about the right to withdraw, with the titles of the products of which it is true. */
function useTitlesByWords(products: Withdrawal['products']): Map<string, string[]> {
  const { t } = useTranslation();
  const locale = useLocale();
  const titles = new Map<string, string[]>();
  for (const { title, right } of products) {
    const words = wordsOf(right);
    if (words !== null) titles.set(words, [...(titles.get(words) ?? []), title]);
  }
  return titles;

  function wordsOf(right: Withdrawal['products'][number]['right']): string | null {
    if (right.state === 'none') return t(`orders.noWithdrawal.${right.reason}`);
    if (right.state === 'ended')
      return t('orders.withdrawal.ended', { date: formatDayInSentence(right.lastDay, locale) });
    if (right.state !== 'open') return null;
    return right.lastDay === null
      ? t('orders.withdrawal.openAfter', { count: right.days })
      : t('orders.withdrawal.openUntil', { date: formatDayInSentence(right.lastDay, locale) });
  }
}
