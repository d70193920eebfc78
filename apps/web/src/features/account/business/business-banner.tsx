import type { B2bDetail } from '@keepsake/contracts/account/b2b-status';
import { listFormat } from '@keepsake/contracts/platform/formats';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { customerQuery } from '#/shared/customer-query.ts';
import { useLocale } from '#/shared/format.ts';
import classes from './business-banner.module.css';

/** State of a business customer's account, on every page [B2B-02..B2B-05]; empty for a validated one [B2B-06]. */
export default function BusinessBanner() {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  const { data } = useQuery(customerQuery);
  const status = data?.b2bStatus ?? null;
  return (
    // Stays mounted while empty, so that screen readers announce later contents.
    <div role="status" aria-label={t('business.banner.label')} className={classes.place}>
      {status && (
        <div className={classes.banner} data-status={status}>
          {status === 'Default' ? (
            <Link to="/settings/b2b" className={classes.link}>
              {t('business.banner.Default')}
            </Link>
          ) : (
            <span className={classes.text}>{t(`business.banner.${status}`)}</span>
          )}
          {status === 'Default' && data && <Missing details={data.b2bMissing} />}
          {status === 'Blocked' && (
            <ChannelLink href={customerCareUrl} className={classes.care}>
              {t('shell.customerCare')}
            </ChannelLink>
          )}
        </div>
      )}
    </div>
  );
}

/** Lists the missing details. */
export function Missing({ details }: { details: readonly B2bDetail[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (details.length === 0) return null;
  const names = listFormat(locale).format(details.map((detail) => t(`business.detail.${detail}`)));
  return <span className={classes.missing}>{t('business.banner.missing', { details: names })}</span>;
}
