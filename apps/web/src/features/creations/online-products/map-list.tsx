import type { MapPdf } from '@keepsake/contracts/creations/online-products';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatBytes, formatDate } from '#/shared/format.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { Row, RowDetail, RowList, RowName } from '#/shared/ui/row-list.tsx';
import classes from './map-list.module.css';
import { mapsQuery } from './queries.ts';

/** The maps of the customer's products, for download [PDT-04, PDT-05]; renders nothing if there are none. */
export function MapList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(mapsQuery);
  if (!data && error)
    return (
      <ErrorState error={error} message={t('onlineProducts.mapsFailed')} onRetry={() => void refetch()} />
    );
  if (!data || data.items.length === 0) return null;
  return (
    <section className={classes.maps}>
      <h2 className={classes.title}>{t('onlineProducts.maps')}</h2>
      <RowList>
        {data.items.map((map) => (
          <MapRow key={map.url} map={map} />
        ))}
      </RowList>
    </section>
  );
}

function MapRow({ map: { title, productCode, createdAt, bytes, url } }: { map: MapPdf }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const name = title ?? productCode;
  return (
    <Row
      action={
        <Button
          component="a"
          href={url}
          download
          variant="default"
          leftSection={<DownloadIcon size={18} />}
          aria-label={t('onlineProducts.saveMapOf', { name })}
        >
          {t('onlineProducts.saveMap')}
        </Button>
      }
    >
      <RowName order={3}>{name}</RowName>
      <RowDetail>
        {[formatBytes(bytes, locale), formatDate(createdAt, locale, timeZone)].join(' · ')}
      </RowDetail>
    </Row>
  );
}
