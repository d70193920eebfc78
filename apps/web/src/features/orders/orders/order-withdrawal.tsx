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
        {declarations.map(({ withdrawalId, declaredAt, products: names }) => (
          <p key={withdrawalId} className={classes.received}>
            {t('orders.withdrawal.received', { date: formatMoment(new Date(declaredAt)) })}
            {names.length > 0 && <span className={classes.names}>{names.join(', ')}</span>}
          </p>
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
