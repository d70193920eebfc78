import type { Project } from '@keepsake/contracts/creations/projects';
import { hasEnded, voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber, useLocale } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { RowsSkeleton } from '#/shared/ui/row-list.tsx';
import { useAddVoucher, useWallet } from './queries.ts';
import { VoucherCard } from './voucher-card.tsx';
import classes from './vouchers-page.module.css';
import '@mantine/core/styles/Input.layer.css';
import { isAbsent, isTooOften } from '#/shared/api/api-problem.ts';
import { useForm } from '#/shared/use-form.ts';

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

/** Accepts a code in any notation, and reports if there is no such voucher [VOU-02]. */
function AddVoucher() {
  const { t } = useTranslation();
  const { mutate, isPending, error, reset } = useAddVoucher(() => change({ code: '' }));
  const { form, textField, change, focusOn, isWrong } = useForm({
    initial: { code: '' },
    // Does not look up a text that cannot be a code.
    faultsOf: ({ code }) => (voucherKeyOf(code) === null ? ['code'] : []),
    unsaved: 'forgettable',
    judging: 'sent',
    onChange() {
      if (error) reset();
    },
    onSubmit: ({ code }) => mutate(code.trim(), { onError: () => focusOn('code') }),
  });
  return (
    <form {...form} className={classes.add}>
      <TextInput
        {...textField('code')}
        className={classes.field}
        label={t('vouchers.code')}
        description={t('vouchers.codeHelp')}
        error={isWrong('code') ? t('vouchers.unknown') : error && t(`vouchers.${textOf(error)}`)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" loading={isPending}>
        {t('vouchers.addButton')}
      </Button>
    </form>
  );
}

function textOf(error: Error): 'unknown' | 'tooMany' | 'addFailed' {
  if (isAbsent(error)) return 'unknown';
  return isTooOften(error) ? 'tooMany' : 'addFailed';
}
