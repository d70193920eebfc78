export { drawHeart } from './draw-heart.tsx';
export { useFavouriteAction } from './favourite-action.tsx';
