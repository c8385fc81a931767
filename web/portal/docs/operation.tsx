import type { VNode } from "preact";
import { textAt, contentOf } from "./document.ts";
import type { ApiOperation } from "./document.ts";
import { Members, Rows, SchemaWords } from "./schema.tsx";
import { TryIt } from "./try-it.tsx";

interface OperationProps {
  readonly operation: ApiOperation;
  /** Where its path begins. */
  readonly base: string;
  readonly isGateway: boolean;
}

/** One operation: what it takes, what it answers, and a form that sends it. */
export function Operation({ operation, base, isGateway }: OperationProps): VNode {
  const { name, method, path, summary, description, parameters, body, answers } = operation;
  return (
    <article>
      <header class="headline">
        <h1>{name}</h1>
        <p class="digits">{`${method} ${base}${path}`}</p>
        <p>
          {name === summary ? "" : `${summary}. `}
          {description}
        </p>
      </header>
      <TryIt operation={operation} base={base} isGateway={isGateway} />
      <Rows
        caption="Parameters"
        rows={parameters.map((it) => [
          textAt(it, "name"),
          <SchemaWords key="words" schema={it["schema"]} />,
          textAt(it, "description"),
        ])}
      />
      {body === undefined ? undefined : (
        <>
          <p>
            Body: <SchemaWords schema={body} />
          </p>
          <Members schema={body} />
        </>
      )}
      <Rows
        caption="Answers"
        rows={answers.map(([status, answer]) => [
          status,
          <SchemaWords key="words" schema={contentOf(answer).schema} />,
          textAt(answer, "description"),
        ])}
      />
    </article>
  );
}
