import { getMyDataPhotosUrl, getMyDataUrl, type ReadyMyData } from '@keepsake/contracts/account/my-data';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call, saveAs } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatBytes, formatDateInSentence, useLocale } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Row, RowDetail, RowList, RowName } from '#/shared/ui/row-list.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './my-data-page.module.css';

/** The zip with the data and those with the photos, their expiry, and how to read them. */
export function ReadyData({ archive }: { archive: ReadyMyData }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { archiveId, expires, requested, bytes, photos } = archive;
  const daysLeft = Math.max(0, Math.ceil((Date.parse(expires) - serverNow().getTime()) / DAY_MS));
  const parts = photos?.parts ?? [];
  return (
    <section className={classes.ready} aria-labelledby="my-data-ready">
      <div className={panels.panel} data-ready="true">
        <h2 id="my-data-ready">{t('myData.ready')}</h2>
        <p>
          {t('myData.until', { date: formatDateInSentence(expires, locale, timeZone) })}{' '}
          <span className={classes.left}>{t('myData.daysLeft', { count: daysLeft })}</span>
        </p>
        <p className={panels.help}>
          {t('myData.asOf', { date: formatDateInSentence(requested, locale, timeZone) })}
        </p>
      </div>
      <RowList>
        <Zip
          name={t('myData.zip')}
          bytes={bytes}
          urlOf={() => call(getMyDataUrl, { params: { archiveId } })}
        />
        {parts.map((part, index) => (
          <Zip
            key={part.iteration}
            name={t('myData.photosZip', { part: index + 1, total: parts.length })}
            bytes={part.bytes}
            urlOf={() => call(getMyDataPhotosUrl, { params: { archiveId, iteration: part.iteration } })}
          />
        ))}
      </RowList>
      {photos !== null && photos.missing > 0 && (
        <p className={panels.help}>{t('myData.missing', { count: photos.missing })}</p>
      )}
      <p className={panels.help}>{t('myData.readme')}</p>
    </section>
  );
}

type ZipProps = { name: string; bytes: number; urlOf: () => Promise<{ url: string }> };

function Zip({ name, bytes, urlOf }: ZipProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { mutate, isPending } = useMutation({
    mutationFn: urlOf,
    // The archive may have expired, and a zip gets smaller when photos are deleted.
    meta: { action: 'DOWNLOAD_MY_DATA', invalidates: ['MyData'] },
    onSuccess: ({ url }) => saveAs(url, ''),
    onError: (error) => {
      if (!isSignInTooOld(error)) showToast({ message: t('myData.downloadFailed'), tone: 'failure' });
    },
  });
  return (
    <Row
      action={
        <Button
          leftSection={<DownloadIcon size={18} />}
          onClick={() => mutate()}
          loading={isPending}
          aria-label={t('myData.downloadOf', { name })}
        >
          {t('myData.download')}
        </Button>
      }
    >
      <RowName order={3}>{name}</RowName>
      <RowDetail>{formatBytes(bytes, locale)}</RowDetail>
    </Row>
  );
}
