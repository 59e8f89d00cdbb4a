/** Draws nodes as stars: a bright core in a halo. On paper, as in an atlas of the sky, the halo is ink. */
import { NodeCircleProgram, type NodeProgramType } from 'sigma/rendering';
import type { DrawnEdge, DrawnNode } from './highlight.ts';

/** How stars are drawn. */
interface StarLook {
  /** Whether stars shine on a dark sky: halos then add to what lies below them. */
  readonly isNight: boolean;
  /** The radius of a halo in radii of its core; 1 for none. Halos cost time where nothing but the processor draws. */
  readonly reach: number;
}

/** The program for one look. */
export function starProgram({ isNight, reach }: StarLook): NodeProgramType<DrawnNode, DrawnEdge> {
  return class StarProgram extends NodeCircleProgram<DrawnNode, DrawnEdge> {
    override getDefinition(): ReturnType<NodeCircleProgram<DrawnNode, DrawnEdge>['getDefinition']> {
      return {
        ...super.getDefinition(),
        VERTEX_SHADER_SOURCE: vertexShader(reach),
        FRAGMENT_SHADER_SOURCE: fragmentShader(isNight, reach),
      };
    }
  };
}

/** The package's own, with room for the halo. */
function vertexShader(reach: number): string {
  return `
    attribute vec4 a_id;
    attribute vec4 a_color;
    attribute vec2 a_position;
    attribute float a_size;
    attribute float a_angle;
    uniform mat3 u_matrix;
    uniform float u_sizeRatio;
    uniform float u_correctionRatio;
    varying vec4 v_color;
    varying vec2 v_diffVector;
    varying float v_radius;
    const float bias = 255.0 / 254.0;
    void main() {
      float size = a_size * u_correctionRatio / u_sizeRatio * 4.0;
      v_diffVector = size * ${reach.toFixed(1)} * vec2(cos(a_angle), sin(a_angle));
      v_radius = size / 2.0;
      gl_Position = vec4((u_matrix * vec3(a_position + v_diffVector, 1)).xy, 0, 1);
      #ifdef PICKING_MODE
      v_color = a_id;
      #else
      v_color = a_color;
      #endif
      v_color.a *= bias;
    }`;
}

function fragmentShader(isNight: boolean, reach: number): string {
  return `
    precision highp float;
    varying vec4 v_color;
    varying vec2 v_diffVector;
    varying float v_radius;
    uniform float u_correctionRatio;
    void main(void) {
      float away = length(v_diffVector) / v_radius;
      #ifdef PICKING_MODE
      gl_FragColor = away > 1.3 ? vec4(0.0) : v_color;
      #else
      float soft = min(0.5, u_correctionRatio * 2.0 / v_radius);
      float core = 1.0 - smoothstep(1.0 - soft, 1.0 + soft, away);
      float halo = away >= ${reach.toFixed(1)} ? 0.0 : pow(1.0 - away / ${reach.toFixed(1)}, 2.0) * ${isNight ? '0.5' : '0.22'};
      vec4 heart = mix(v_color, vec4(v_color.a), ${isNight ? '0.65' : '0.0'} * max(0.0, 1.0 - away));
      vec4 glow = vec4(v_color.rgb, v_color.a * ${isNight ? '0.15' : '1.0'}) * halo;
      gl_FragColor = mix(glow, heart, core);
      #endif
    }`;
}
