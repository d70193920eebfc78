import type { Project } from '@keepsake/contracts/creations/projects';
import { hasEnded } from '@keepsake/contracts/orders/voucher-rules';
import { useTranslation } from 'react-i18next';
import { formatNumber, useLocale } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { RowsSkeleton } from '#/shared/ui/row-list.tsx';
import { AddVoucher } from './add-voucher.tsx';
import { useWallet } from './queries.ts';
import { VoucherCard } from './voucher-card.tsx';
import classes from './vouchers-page.module.css';

/** The customer's vouchers, and the saved projects each can be used for. */
export function VouchersPage({ projects }: { projects: readonly Project[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, refetch } = useWallet();
  const now = serverNow();
  const isOver = (voucher: NonNullable<typeof data>[number]) => voucher.isUsed || hasEnded(voucher, now);
  const current = data?.filter((voucher) => !isOver(voucher)) ?? [];
  const past = data?.filter(isOver) ?? [];
  return (
    <Page title={t('vouchers.title')}>
      <AddVoucher />
      {!data && error && (
        <ErrorState error={error} message={t('vouchers.failed')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <RowsSkeleton />}
      {data && current.length === 0 && <EmptyState>{t('vouchers.empty')}</EmptyState>}
      {current.length > 0 && (
        <ul className={classes.vouchers} aria-label={t('vouchers.yours')}>
          {current.map((voucher) => (
            <VoucherCard key={voucher.code} voucher={voucher} projects={projects} now={now} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary className={classes.summary}>
            <h2 className={classes.pastTitle}>{t('vouchers.past')}</h2> {formatNumber(past.length, locale)}
          </summary>
          <ul className={classes.vouchers}>
            {past.map((voucher) => (
              <VoucherCard key={voucher.code} voucher={voucher} projects={[]} now={now} />
            ))}
          </ul>
        </details>
      )}
    </Page>
  );
}
