/** What can be done with the picture as a picture: come nearer, see all of it, save it. */
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import styles from './constellation.module.css';
import { type PictureType, pictureTypes } from './export-sky.ts';

interface PictureToolsProps {
  /** Whether it is drawn with WebGL. */
  readonly isDrawn: boolean;
  readonly isSettled: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onWhole: () => void;
  readonly onSave: (type: PictureType) => void;
}

/** How much nearer one press brings the picture. */
const step = 1.6;

/** The tools. */
export function PictureTools({ isDrawn, isSettled, onZoom, onWhole, onSave }: PictureToolsProps): JSX.Element {
  return (
    <figcaption class={styles['buttons']}>
      <span role="status" class={styles['status']}>
        {isSettled ? '' : 'Arranging …'}
      </span>
      {isDrawn ? (
        <>
          <Button label="Nearer" onClick={() => onZoom(step)}>
            +
          </Button>
          <Button label="Farther" onClick={() => onZoom(1 / step)}>
            −
          </Button>
          <Button label="Whole picture" onClick={onWhole}>
            ⤢
          </Button>
          {pictureTypes.map((type) => (
            <Button key={type} label={`Save as ${type.toUpperCase()}`} onClick={() => onSave(type)}>
              {type.toUpperCase()}
            </Button>
          ))}
        </>
      ) : (
        <span class={styles['quiet']}>Drawn without WebGL: it cannot be moved.</span>
      )}
      <Button
        label="Read it as a list"
        onClick={() => {
          const list = document.getElementById('sky-in-words');
          list?.scrollIntoView({ block: 'start' });
          list?.focus();
        }}
      >
        ☰
      </Button>
    </figcaption>
  );
}
