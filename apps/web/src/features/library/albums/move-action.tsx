import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { drawing } from '#/shared/ui/icons.tsx';
import type { MoveProps } from './move-bar.tsx';

/** Arrows to both sides. */
const MoveIcon = drawing('M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M4.5 12h15');

const loadBar = () => import('./move-bar.tsx');
const MoveBar = lazyPart<MoveProps>(loadBar);

/** Moves photos within their album, which then has an order of its own. */
export function useMoveAction(album: MoveProps['album']): PhotoAction {
  const { t } = useTranslation();
  return {
    key: 'move',
    label: t('album.move'),
    icon: <MoveIcon />,
    isRare: true,
    disabledReason: () => null,
    prepare: loadBar,
    drawBar: ({ photoIds }, onBack) => <MoveBar album={album} photoIds={photoIds} onBack={onBack} />,
    start: () => undefined,
  };
}
