import './LookKeys.css';
import {
  ArrowLeft,
  ArrowRight,
  ChevronLeft,
  ChevronRight,
  Expand,
  FileText,
  Keyboard,
  MapPin,
  Phone,
  RotateCw,
  TriangleAlert,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';
import type { CaseView } from '../case/use-case-view.ts';

interface LookKeysProps {
  view: CaseView;
  hasFindings: boolean;
  /** Whether call-back and report are disabled, because a panel is open or another reviewer has the case. */
  isResting: boolean;
  /** Whether the report is hidden, because the report would reveal the first reviewer's decision. */
  isBlind: boolean;
  onCallback: () => void;
  onForm: () => void;
  onKeys: () => void;
  onFinding: () => void;
}

export function LookKeys({ view, hasFindings, isResting, isBlind, ...act }: LookKeysProps) {
  const hasNoPhoto = view.count === 0;
  return (
    <section className="look-keys" aria-label="View">
      <KeyButton
        cap={
          <Cap>
            <ArrowLeft />
          </Cap>
        }
        shortcut="ArrowLeft"
        isOff={view.count < 2}
        onPress={view.previous}
      >
        <ChevronLeft aria-hidden className="touch" />
        <span className="capped">
          Previous<span className="spare"> photo</span>
        </span>
      </KeyButton>
      <KeyButton
        cap={
          <Cap>
            <ArrowRight />
          </Cap>
        }
        shortcut="ArrowRight"
        isOff={view.count < 2}
        onPress={view.next}
      >
        <ChevronRight aria-hidden className="touch" />
        <span>
          <span className="capped">Next</span>
          <span className="spare capitalize"> photo</span>
        </span>
      </KeyButton>
      <KeyButton
        cap={<Cap>Space</Cap>}
        shortcut="Space"
        isOff={hasNoPhoto}
        onPress={view.toggleZoom}
      >
        <Expand aria-hidden className="touch" />
        Zoom
      </KeyButton>
      <KeyButton
        cap={<Cap>+</Cap>}
        shortcut="Plus"
        isOff={hasNoPhoto}
        onPress={() => view.zoomBy(0.5)}
      >
        <ZoomIn aria-hidden className="touch" />
        <span className="capped">Larger</span>
      </KeyButton>
      <KeyButton
        cap={<Cap>−</Cap>}
        shortcut="-"
        isOff={hasNoPhoto}
        onPress={() => view.zoomBy(-0.5)}
      >
        <ZoomOut aria-hidden className="touch" />
        <span className="capped">Smaller</span>
      </KeyButton>
      <KeyButton cap={<Cap>R</Cap>} shortcut="R" isOff={hasNoPhoto} onPress={view.turn}>
        <RotateCw aria-hidden className="touch" />
        Rotate
      </KeyButton>
      <KeyButton cap={<Cap>M</Cap>} shortcut="M" onPress={view.togglePlace}>
        <MapPin aria-hidden className="touch" />
        Place
      </KeyButton>
      <KeyButton cap={<Cap>F</Cap>} shortcut="F" isOff={!hasFindings} onPress={act.onFinding}>
        <TriangleAlert aria-hidden className="touch" />
        Finding
      </KeyButton>
      <span className="spring" />
      <KeyButton cap={<Cap>C</Cap>} shortcut="C" isOff={isResting} onPress={act.onCallback}>
        <Phone aria-hidden className="touch" />
        <span>
          Call<span className="spare spare-too"> back</span>
        </span>
      </KeyButton>
      <KeyButton cap={<Cap>E</Cap>} shortcut="E" isOff={isResting || isBlind} onPress={act.onForm}>
        <FileText aria-hidden className="touch" />
        <span>
          <span className="spare-too">Report </span>form
        </span>
      </KeyButton>
      <KeyButton cap={<Cap>?</Cap>} shortcut="?" onPress={act.onKeys}>
        <Keyboard aria-hidden className="touch" />
        <span className="spare">All keys</span>
      </KeyButton>
    </section>
  );
}
