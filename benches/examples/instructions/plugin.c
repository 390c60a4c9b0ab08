/* A plugin for QEMU's user mode that counts instructions, and prints the count at each call of getppid.
 *
 * Debian's package has no header for plugins, so what is used of it is declared here.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* getppid's number on AArch64. */
enum { GETPPID = 173 };

struct qemu_plugin_tb;

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*)(uint64_t id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned vcpu, void *), int flags, void *);
void qemu_plugin_register_vcpu_syscall_cb(uint64_t id, void (*)(uint64_t id, unsigned vcpu, int64_t number, uint64_t,
    uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

/* The version of this interface. */
int qemu_plugin_version = 1;

static uint64_t count;

static void executed(unsigned vcpu, void *instructions)
{
    (void)vcpu;
    count += (uintptr_t)instructions;
}

static void translated(uint64_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, (void *)qemu_plugin_tb_n_insns(block));
}

static void called(uint64_t id, unsigned vcpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
    uint64_t f, uint64_t g, uint64_t h)
{
    (void)id, (void)vcpu, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number == GETPPID) {
        fprintf(stderr, "%" PRIu64 "\n", count);
    }
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
