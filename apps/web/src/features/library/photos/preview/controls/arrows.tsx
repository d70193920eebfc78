import { useTranslation } from 'react-i18next';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import type { PreviewSequence } from '../sequence/preview-sequence.ts';
import { BarButton } from './bar-button.tsx';
import { PreviousIcon } from './icons.tsx';

type Props = { sequence: PreviewSequence; onStep: (direction: 1 | -1) => void };

/** The arrows to the neighbours [PRV-08]; at an end of the list there is none. */
export function Arrows({ sequence: { photo, previous, next }, onStep }: Props) {
  const { t } = useTranslation();
  if (!photo) return null;
  return (
    <>
      {previous !== null && (
        <BarButton label={t('preview.previous')} side="previous" onPress={() => onStep(-1)}>
          <PreviousIcon size={24} />
        </BarButton>
      )}
      {next !== null && (
        <BarButton label={t('preview.next')} side="next" onPress={() => onStep(1)}>
          <ForwardIcon size={24} />
        </BarButton>
      )}
    </>
  );
}
