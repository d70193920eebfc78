import { BookIcon, drawing, OrdersIcon } from './icons.tsx';

/** What stands for a product without a picture, by the type of its article. */
const DRAWINGS: Record<string, ReturnType<typeof drawing>> = {
  Print: drawing('M8 4.5h12V14H8zM8 12l3.5-3 2.5 2 2-1.6 4 3.1M4.5 8v10.5H17'),
  PhotoBook: BookIcon,
  WallArt: drawing('M4 7h12.5v13H4zM4 7l3-3h13l-3.5 3M20 4v13l-3.5 3M4 17l4-4 3 2.5 2-1.7 3.5 3'),
  Frame: drawing(
    'M3.5 3.5h17v17h-17zM7.5 7.5h9v9h-9zM3.5 3.5l4 4m13-4-4 4m-13 13 4-4m13 4-4-4M7.5 14.5l2.7-2.5 2 1.8 1.5-1.3 2.8 2.3',
  ),
  Calendar: drawing('M5 6h14v14H5zM5 11h14M8.5 4v3.5m3.5-3.5v3.5M15.5 4v3.5M8 14h2m2.5 0h2M8 17h2m2.5 0h2'),
  Card: drawing(
    'M12 5 4.5 7v13.5L12 18.5zM12 5h7.5v13.5H12M15.7 14l-1.8-1.9c-1-1.2.8-2.7 1.8-1.3 1-1.4 2.8.1 1.8 1.3z',
  ),
  Gift: drawing(
    'M5 11h14v9H5zM4 7.5h16V11H4zM12 7.5V20m0-12.5c-1.2-3-4.5-3.6-4.5-1.7 0 1.3 2 1.7 4.5 1.7zm0 0c1.2-3 4.5-3.6 4.5-1.7 0 1.3-2 1.7-4.5 1.7z',
  ),
};

type Props = { articleType: string | null; size: number };

/** A drawing of a type of article; a parcel for what the brand does not sell. Decorative. */
export function ProductDrawing({ articleType, size }: Props) {
  const Drawing = DRAWINGS[articleType ?? ''] ?? OrdersIcon;
  return <Drawing size={size} />;
}
