import { getExports } from '@keepsake/contracts/library/exports';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call } from '#/shared/api/call.ts';
import { useFlag } from '#/shared/flags.tsx';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { ExportIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';

/** Asks whether to export the whole library. */
export const exportDialog = defineDialog('export', () => import('./export-dialog.tsx'));

/** Opens the export dialog [EXP-01]; absent without the flag [FLG-09]. */
export function ExportButton() {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoExportEnabled');
  return (
    isOn && (
      <QuietButton icon={<ExportIcon />} label={t('export.action')} onPress={() => exportDialog.open({})} />
    )
  );
}

/** Exports of the last days, newest first. Kept out of queries.ts, so that the bell does not load that. */
const exportsQuery = queryOptions({
  queryKey: ['Exports'],
  queryFn: async ({ signal }) => (await call(getExports, {}, { signal })).items,
});

/** Exports that are ready or have failed. */
export function useExportNotifications(): Notification[] {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoExportEnabled');
  const { data = [] } = useQuery({ ...exportsQuery, enabled: isOn });
  return data
    .filter(({ status }) => status === 'READY' || status === 'FAILED')
    .map(({ backupId, status, updated }) => ({
      key: backupId,
      title: t(status === 'READY' ? 'export.notifyReady' : 'export.notifyFailed'),
      at: updated,
      href: `/my-photos/exports/${backupId}`,
      isFailure: status === 'FAILED',
    }));
}
