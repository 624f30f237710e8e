"""AB-MCTS-A: adaptive branching with node aggregation.

Inoue, Misaki, Imajuku, Kuroki, Nakamura and Akiba, "Wider or Deeper? Scaling LLM Inference-Time
Compute with Adaptive Branching Tree Search", NeurIPS 2025. Each state has a node GEN, a sample that
is still to come, and a node CONT that stands for all its children. One is chosen by Thompson
sampling: a draw of each one's posterior mean, of which the greater wins. Below CONT the same is done
among the children. A sample's value is backed up to the GEN of its state, and above that to each
child on the path and its CONT. Priors are those of the authors' library.
"""

import math

from banyan._widening import word


class Gaussian:
    """The mean of normal values of unknown variance: a normal-inverse-chi-squared posterior.

    Murphy, "Probabilistic Machine Learning: Advanced Topics" (2023), section 3.4.3.3:
        kappa_n = kappa + n,  nu_n = nu + n,  m_n = (kappa m + n mean) / kappa_n,
        nu_n tau2_n = nu tau2 + sum (x - mean)^2 + (mean - m)^2 kappa n / kappa_n.
    """

    M, KAPPA, NU, TAU2 = 0.0, 1.0, 1.0, 0.1

    __slots__ = ("n", "mean", "squares")

    def __init__(self):
        self.n, self.mean, self.squares = 0, 0.0, 0.0

    def add(self, value):
        self.n += 1
        away = value - self.mean
        self.mean += away / self.n
        self.squares += away * (value - self.mean)  # Welford 1962

    def posterior(self):
        """m, kappa, nu and tau2."""
        kappa, nu = self.KAPPA + self.n, self.NU + self.n
        m = (self.KAPPA * self.M + self.n * self.mean) / kappa
        apart = (self.mean - self.M) ** 2 * self.KAPPA * self.n / kappa
        return m, kappa, nu, (self.NU * self.TAU2 + self.squares + apart) / nu

    def draw(self, drawn):
        m, kappa, nu, tau2 = self.posterior()
        variance = nu * tau2 / drawn.gammavariate(nu / 2, 2)  # whose divisor is chi-squared
        return drawn.gauss(m, math.sqrt(variance / kappa))


class Beta:
    """The mean of values from 0 to 1: a + sum x, b + sum (1 - x), from Jeffreys' prior."""

    __slots__ = ("a", "b")

    def __init__(self):
        self.a, self.b = 0.5, 0.5

    def add(self, value):
        self.a += value
        self.b += 1 - value

    def draw(self, drawn):
        return drawn.betavariate(self.a, self.b)


class _Beliefs:
    """Of a node: its own value as a child, and those of its GEN and CONT."""

    __slots__ = ("own", "gen", "cont")

    def __init__(self, posterior):
        self.own, self.gen, self.cont = posterior(), posterior(), posterior()


class AdaptiveBranching:
    KEYS = {"prior": word("gaussian", "beta")}

    def __init__(self, drawn, prior="gaussian"):
        self.drawn = drawn
        self.posterior = Gaussian if prior == "gaussian" else Beta

    def choose(self, node, children):
        beliefs = self._of(node)
        if not node.exhausted and beliefs.gen.draw(self.drawn) >= beliefs.cont.draw(self.drawn):
            return None
        return max(children, key=lambda child: self._of(child).own.draw(self.drawn))

    def note(self, child, value):
        """A value of a child was told."""
        node = child.parent
        self._of(node).gen.add(value)
        while node.parent is not None:
            self._of(node).own.add(value)
            node = node.parent
            self._of(node).cont.add(value)

    def _of(self, node):
        if node.memory is None:
            node.memory = _Beliefs(self.posterior)
        return node.memory
