import { EXPORT_VALID_DAYS, type ExportSummary } from '@keepsake/contracts/library/exports';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { useFlag } from '#/shared/flags.tsx';
import { formatDate } from '#/shared/format.ts';
import { PictureStrip, Row, RowDetail, RowList, RowName } from '#/shared/ui/row-list.tsx';
import classes from './export-list.module.css';
import { exportsQuery } from './export-notifications.ts';
import { useExportSize } from './export-size.ts';

/** Polling interval while an export is being made, in case its push message is lost, in milliseconds. */
const POLL_MS = 10_000;

const isUnderWay = ({ status }: ExportSummary) => status === 'REQUESTED' || status === 'IN_PROGRESS';

/** The customer's exports, also those that are still being made. */
export function useExports(): readonly ExportSummary[] {
  const { data = [] } = useQuery({
    ...exportsQuery,
    enabled: useFlag('PhotoExportEnabled'),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
  return data;
}

/** The same as a list; renders nothing if there are none. */
export function ExportList() {
  const { t } = useTranslation();
  const data = useExports();
  if (data.length === 0) return null;
  return (
    <section className={classes.exports}>
      <h2 className={classes.title}>{t('export.list')}</h2>
      <RowList>
        {data.map((summary) => (
          <ExportRow key={summary.backupId} summary={summary} />
        ))}
      </RowList>
    </section>
  );
}

function ExportRow({ summary }: { summary: ExportSummary }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const sizeOf = useExportSize();
  const { status, photosCount, bytes, created, pictures } = summary;
  const details = [
    t('download.photosCount', { count: photosCount }),
    bytes === undefined ? null : sizeOf(bytes),
    formatDate(created, locale, timeZone),
  ];
  return (
    <Row picture={<PictureStrip pictures={pictures} />} action={<WayOn summary={summary} />}>
      <RowName order={3}>{t('export.all')}</RowName>
      <RowDetail>{details.filter((detail) => detail !== null).join(' · ')}</RowDetail>
      <RowDetail isFailure={status === 'FAILED'}>
        <State summary={summary} />
      </RowDetail>
    </Row>
  );
}

function State({ summary: { status, updated } }: { summary: ExportSummary }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  if (status === 'REQUESTED') return t('export.waiting');
  if (status === 'IN_PROGRESS') return t('export.making');
  if (status === 'FAILED') return t('export.notifyFailed');
  const until = new Date(Date.parse(updated) + EXPORT_VALID_DAYS * DAY_MS);
  return t('export.until', { date: formatDate(until, locale, timeZone) });
}

/** To the zips of an export that is ready, and to another one after a failure. */
function WayOn({ summary: { status, backupId } }: { summary: ExportSummary }) {
  const { t } = useTranslation();
  if (status === 'FAILED') return <NewExportLink isQuiet />;
  if (status !== 'READY') return null;
  const link = { to: '/my-photos/exports/$backupId', params: { backupId } } as const;
  return (
    <Button variant="default" renderRoot={(props) => <Link {...link} {...props} />}>
      {t('export.open')}
    </Button>
  );
}

/** Leads to the photos, with the dialog for a new export open [EXP-15]. */
export function NewExportLink({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useTranslation();
  const search = { export: true } as const;
  return (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      renderRoot={(props) => <Link to="/my-photos/photos" search={search} {...props} />}
    >
      {t('export.createNew')}
    </Button>
  );
}
