import type { StorageAccount, StorageStatus } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#/shared/format/dates.ts';
import { formatNumber } from '#/shared/format/numbers.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import classes from './storage-modal.module.css';

type Props = { account: StorageAccount; status: StorageStatus };

export function StorageFacts({ account, status }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { lastOrderDate, registrationDate, deletionDate, projectCount } = status;
  const facts = [
    [t('storage.factKept'), formatDay(deletionDate, locale)],
    lastOrderDate === null
      ? [t('storage.factRegistered'), formatDay(registrationDate, locale)]
      : [t('storage.factOrdered'), formatDay(lastOrderDate, locale)],
    [t('storage.factPhotos'), formatNumber(account.photosCount, locale)],
    [t('storage.factProjects'), formatNumber(projectCount, locale)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
