import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { ExportIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { openExport } from './exports-opener.ts';

/** Opens the export of the whole library [EXP-01]; absent unless exporting is on [FLG-09]. */
export function ExportButton() {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoExportEnabled');
  return isOn && <QuietButton icon={<ExportIcon />} label={t('export.action')} onPress={openExport} />;
}
