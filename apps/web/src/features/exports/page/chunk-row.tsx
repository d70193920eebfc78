import { getExportChunkUrl } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { DownloadIcon } from '#/shared/ui/icons/action-icons.tsx';
import { Row, RowFact, RowName } from '#/shared/ui/row-list/row-list.tsx';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { explainAnswer } from '../explain-answer.ts';
import { formatSize, unitOf } from './format-size.ts';

type Props = { chunk: { backupId: string; iteration: number; size: number }; name: string };

/** One zip of an export with its size [EXP-22, EXP-23, EXP-25]. */
export function ChunkRow({ chunk: { backupId, iteration, size }, name }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const unit = unitOf(size);
  const { mutate, isPending } = useMutation({
    mutationFn: () => explainAnswer(call(getExportChunkUrl, { params: { backupId, iteration } })),
    // What was deleted meanwhile makes a zip smaller, and its time may be over.
    meta: { action: 'DOWNLOAD_EXPORT', invalidates: ['Exports'] },
    onSuccess: ({ url }) => startDownload(url),
    onError: () => showToast({ message: t('export.downloadFailed'), tone: 'failure' }),
  });
  return (
    <Row
      action={
        <Button
          leftSection={<DownloadIcon size={18} />}
          onClick={() => mutate()}
          loading={isPending}
          aria-label={t('export.downloadZipOf', { name })}
        >
          {t('export.downloadZip')}
        </Button>
      }
    >
      <RowName order={3}>{name}</RowName>
      <RowFact>{`${formatSize(size, unit, locale)} ${t(`export.unit.${unit}`)}`}</RowFact>
    </Row>
  );
}

/** Has the browser itself fetch what is at an address [EXP-32]: it shows the progress, and can pause and resume. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
