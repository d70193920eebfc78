import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import type { OverviewValue } from '@keepsake/contracts/overview';
import { useTranslation } from 'react-i18next';
import { type DescribedPart, OverviewSection } from '#/features/frame/home/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDay, lastDayOf } from '#/shared/format.ts';
import { RowList } from '#/shared/ui/row-list.tsx';
import classes from './usable-vouchers.module.css';
import { useVoucherWords } from './voucher-words.ts';

export const vouchersPart: DescribedPart<'vouchers'> = {
  tag: 'Vouchers',
  failed: 'vouchers.failed',
  isContentless: true,
  render: (value) => <UsableVouchers value={value} />,
};

/** Vouchers for the customer's next order, with their expiry. */
function UsableVouchers({ value: { items } }: { value: OverviewValue<'vouchers'> }) {
  const { t } = useTranslation();
  return (
    <OverviewSection title={t('vouchers.yours')} more={{ to: '/vouchers', label: t('vouchers.all') }}>
      <RowList>
        {items.map((voucher) => (
          <VoucherRow key={voucher.code} voucher={voucher} />
        ))}
      </RowList>
    </OverviewSection>
  );
}

function VoucherRow({ voucher }: { voucher: Voucher }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { worthOf } = useVoucherWords();
  const { code, title, goodFor, endsAt } = voucher;
  const details = [
    goodFor ? t('vouchers.goodFor', { what: goodFor.title }) : t('vouchers.everything'),
    endsAt && t('vouchers.until', { date: formatDay(lastDayOf(endsAt, timeZone), locale) }),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <h3 className={classes.name} dir="auto">
          {title}
        </h3>
        <p>{details.filter(Boolean).join(' · ')}</p>
        <p>
          <code>{code}</code>
        </p>
      </div>
      <p className={classes.worth}>{t('vouchers.off', { value: worthOf(voucher) })}</p>
    </li>
  );
}
