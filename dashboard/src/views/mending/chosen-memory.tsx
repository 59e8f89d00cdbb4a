/** The memory that is to be mended, how its belief stands, and what can be done with it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { MemoryCard } from '../../components/memory-card.tsx';
import { Answered } from '../../components/notices.tsx';
import { setParams } from '../../route.ts';
import { agent, asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import type { AgentAnswer } from '../../wire.ts';
import { forgetting, permanence, reassertion, withdrawal } from './belief-mendings.ts';
import { standing } from './belief-standing.ts';
import type { Hands, Mending } from './mending.ts';
import { MendingDialog } from './mending-dialog.tsx';
import styles from './mending.module.css';
import { StatementDialog } from './statement-dialog.tsx';

interface ChosenMemoryProps {
  readonly id: string;
  readonly hands: Hands;
}

/** A chosen memory with what can be done. */
export function ChosenMemory({ id, hands }: ChosenMemoryProps): JSX.Element {
  const told = useAnswer((signal) => asAgent('why', { id }, { signal }), [id, agent.value]);
  return (
    <div class={styles['stack']}>
      <Answered asked={told} loading="Looking it up">
        {(why) => <Known why={why} hands={hands} />}
      </Answered>
      <div class={styles['actions']}>
        <Button onClick={() => setParams({ memory: undefined })}>Choose another one</Button>
      </div>
    </div>
  );
}

function Known({ why, hands }: { readonly why: AgentAnswer<'why'>; readonly hands: Hands }): JSX.Element {
  const [asked, setAsked] = useState<Mending>();
  const [isCorrecting, setCorrecting] = useState(false);
  const { memory, believers } = why;
  const { sentence, isOwn, isHeld, isFaint, isPermanent } = standing(hands.agent, believers);
  const ask = (words: string, mending: Mending): JSX.Element => (
    <Button {...(mending.kind === 'danger' ? { kind: 'danger' as const } : {})} onClick={() => setAsked(mending)}>
      {words}
    </Button>
  );
  return (
    <>
      <MemoryCard memory={{ ...memory, believers: believers.filter(({ state }) => state !== 'withdrawn') }}>
        <p class={styles['quiet']}>{sentence}</p>
        <div class={styles['actions']}>
          <Button kind="main" onClick={() => setCorrecting(true)}>
            Correct …
          </Button>
          {isOwn && ask('Withdraw …', withdrawal(hands, memory))}
          {(!isOwn || isFaint) && ask(isOwn ? 'Believe it again …' : 'Believe it …', reassertion(hands, memory, isOwn))}
          {isOwn && ask(isPermanent ? 'Let it fade …' : 'Keep it for good …', permanence(hands, memory, !isPermanent))}
          {isOwn && ask('Forget …', forgetting(hands, [memory]))}
        </div>
        {!isOwn && isHeld && hands.agent !== 'system' && (
          <div class={styles['actions']}>
            <Button onClick={() => setParams({ agent: 'system' })}>Speak as system, to mend it for everybody</Button>
          </div>
        )}
      </MemoryCard>
      {asked !== undefined && <MendingDialog mending={asked} onClose={() => setAsked(undefined)} />}
      {isCorrecting && <StatementDialog hands={hands} corrects={memory} onClose={() => setCorrecting(false)} />}
    </>
  );
}
