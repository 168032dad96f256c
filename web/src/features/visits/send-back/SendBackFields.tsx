import { limits } from '@doorstep/contract/limits';
import type { PhotoSubject } from '@doorstep/contract/visits/manifest';
import { sendBackReasonLabels, sendBackReasons } from '@doorstep/contract/visits/send-back';
import type { ComponentProps } from 'react';
import { ReasonChoice } from '../../../domain/keys/ReasonChoice.tsx';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import { OtherAgent } from './OtherAgent.tsx';
import { PhotosWanted } from './PhotosWanted.tsx';
import type { SendBack } from './use-send-back.ts';

interface SendBackFieldsProps {
  sendBack: SendBack;
  photoKeys?: Record<PhotoSubject, string>;
  agent: ComponentProps<typeof OtherAgent> | undefined;
}

export function SendBackFields({ sendBack, photoKeys, agent }: SendBackFieldsProps) {
  const { reasons, toggle, photos, note, setNote, noteField, problems } = sendBack;
  return (
    <>
      <ReasonChoice
        legend="What is wrong"
        labels={sendBackReasonLabels}
        reasons={sendBackReasons}
        chosen={reasons}
        error={problems.reasons}
        onToggle={toggle}
      />
      <PhotosWanted wanted={photos.wanted} onToggle={photos.toggle} keys={photoKeys} />
      <TextAreaField
        ref={noteField}
        label="Note to the agent"
        hint="Required if the reason is Other."
        error={problems.note}
        maxLength={limits.noteLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {agent && <OtherAgent {...agent} />}
    </>
  );
}
